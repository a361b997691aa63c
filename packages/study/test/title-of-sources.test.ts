import { expect, test } from 'vitest';
import { nameOfSource } from '../src/title-of-sources.ts';

test.each([
  ['/notes/law-of_lease.v2.md', 'law of lease.v2'],
  ['file:///notes/B%C3%BCrgschaft.pdf', 'Bürgschaft'],
  ['C:\\notes\\100%_sure.txt', '100% sure'],
  ['/notes/.md', '.md'],
  ['https://example.org/lease/', 'lease'],
])('%s is named %s', (uri, name) => {
  expect(nameOfSource(uri)).toBe(name);
});
