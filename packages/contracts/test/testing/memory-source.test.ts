import { memorySource } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';

async function read(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const read: string[] = [];
  for await (const piece of pieces) read.push(new TextDecoder().decode(piece));
  return read;
}

test('a memory source opens from the beginning each time', async () => {
  const source = memorySource({ name: 'a.txt', bytes: 'abcde', pieceSize: 2 });
  expect(source).toMatchObject({ uri: 'memory:a.txt', name: 'a.txt', size: 5 });
  expect(await read(source.open())).toEqual(['ab', 'cd', 'e']);
  expect(await read(source.open())).toEqual(['ab', 'cd', 'e']);
});

test('a memory source without a piece size comes in one piece, an empty one in none', async () => {
  expect(await read(memorySource({ name: 'a.txt', bytes: Uint8Array.of(104, 105) }).open())).toEqual(['hi']);
  expect(await read(memorySource({ name: 'a.txt', bytes: '' }).open())).toEqual([]);
});

test('a memory source honours its signal', async () => {
  const source = memorySource({ name: 'a.txt', bytes: 'abc' });
  await expect(read(source.open({ signal: AbortSignal.abort(new Error('stop')) }))).rejects.toThrow('stop');
});

test('a memory source gives any range of its bytes, cut where they end', async () => {
  const source = memorySource({ name: 'a.txt', bytes: 'abcde', pieceSize: 2 });
  const range = async (start: number, end: number) => new TextDecoder().decode(await source.readRange?.(start, end));
  expect(await range(1, 4)).toBe('bcd');
  expect(await range(3, 99)).toBe('de');
  expect(await range(9, 12)).toBe('');
  await expect(source.readRange?.(0, 1, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop');
});
