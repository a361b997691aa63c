import { expect, test } from 'vitest';
import { zipfText } from '../src/corpora/zipf-text.ts';

test('generated text is the same for a seed, and its words are as frequent as their rank says', () => {
  const text = zipfText({ seed: 1, characters: 300_000 });
  expect(zipfText({ seed: 1, characters: 300_000 })).toBe(text);
  expect(zipfText({ seed: 2, characters: 300_000 })).not.toBe(text);
  expect(Math.abs(text.length - 300_000)).toBeLessThan(500);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the point is that every character is one byte
  expect(text).toMatch(/^[\x00-\x7f]*$/);
  const counts = new Map<string, number>();
  for (const word of text.match(/[a-z]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequencies = [...counts.values()].sort((a, b) => b - a);
  const at = (rank: number) => frequencies[rank - 1] as number;
  expect(counts.size).toBeGreaterThan(5000);
  expect(at(1) / at(10)).toBeGreaterThan(5);
  expect(at(1) / at(10)).toBeLessThan(20);
  expect(at(10) / at(100)).toBeGreaterThan(5);
  expect(at(10) / at(100)).toBeLessThan(20);
});
