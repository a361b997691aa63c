import type { Locator } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { createLocatorNarrower, recursiveChunker, sentenceChunker } from '../src/index.ts';
import { collect, stream } from './helpers/sections.ts';

const text = 'One line of a member.\nAnother line of it.';
const place = { start: 0, end: text.length, member: ['a.zip', 'b.txt'] };
const locators: Locator[] = [
  { kind: 'characters', ...place },
  { kind: 'lines', lines: [1, 2], ...place },
  { kind: 'rows', rows: [1, 2], ...place },
  { kind: 'page', page: 1, ...place },
];

test.each(locators)('chunks keep the member that they are in ($kind)', async (locator) => {
  const section = { text, kind: 'prose', locator, rowStarts: [0, 22] } as const;
  const chunkers = [recursiveChunker({ maximumCharacters: 32, overlapCharacters: 0 }), sentenceChunker()];
  for (const chunker of chunkers) {
    const chunks = await collect(chunker.chunk(stream([section])));
    expect(chunks.length).toBeGreaterThan(0);
    for (const chunk of chunks) expect(chunk.locator).toMatchObject({ kind: locator.kind, member: ['a.zip', 'b.txt'] });
  }
});

test.each([
  ['one\ntwo', [5, 6]],
  ['one\n', [5, 5]],
  ['one\r\n', [5, 5]],
  ['one\n\n', [5, 6]],
  ['one', [5, 5]],
] as const)('a line break at the end begins no line of the range: %j', (lined, lines) => {
  const locator = { kind: 'lines', lines: [5, 9], start: 0, end: lined.length } as const;
  const locate = createLocatorNarrower({ text: lined, kind: 'prose', locator });
  expect(locate(0, lined.length)).toMatchObject({ lines });
});
