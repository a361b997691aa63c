import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestOfContents, digestOfTimes, readStamp, writeStamp } from '../lib/stamp.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cubo-stamp-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('digests contents: a changed, added or removed file changes it, a new time does not', () => {
  const file = path.join(folder, 'a');
  const digest = () => digestOfContents(folder, ['a', 'b']);
  const absent = digest();
  writeFileSync(file, 'one');
  const one = digest();
  utimesSync(file, 1, 1);
  expect(digest()).toBe(one);
  writeFileSync(file, 'two');
  expect(new Set([absent, one, digest()]).size).toBe(3);
});

it('digests times: a touched, added or removed file in any folder changes it', () => {
  const digest = () => digestOfTimes(folder, ['src', 'absent.json']);
  mkdirSync(path.join(folder, 'src', 'deep'), { recursive: true });
  const empty = digest();
  const file = path.join(folder, 'src', 'deep', 'a.ts');
  writeFileSync(file, 'a');
  const first = digest();
  expect(digest()).toBe(first);
  utimesSync(file, 1, 1);
  const touched = digest();
  writeFileSync(path.join(folder, 'absent.json'), '{}');
  expect(new Set([empty, first, touched, digest()]).size).toBe(4);
  rmSync(path.join(folder, 'absent.json'));
  rmSync(file);
  expect(digest()).toBe(empty);
});

it('remembers a stamp in a folder that does not exist yet', () => {
  const file = path.join(folder, 'cache', 'built');
  expect(readStamp(file)).toBeUndefined();
  writeStamp(file, 'abc');
  writeStamp(file, 'def');
  expect(readStamp(file)).toBe('def');
});
