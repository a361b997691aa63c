import { expect, test } from 'vitest';
import { linesOf } from '../../src/servers/lines.ts';

async function* pieces(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function all(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

test('lines are put together from their pieces', async () => {
  const lines = await all(linesOf(pieces('a', 'b\nc\r', '\n\nd\n', 'e')));
  expect(lines).toEqual(['ab', 'c', '', 'd', 'e']);
});

test('a line that does not end is not read on for ever', async () => {
  const piece = 'a'.repeat(2 ** 20);
  let read = 0;
  async function* endless() {
    for (;;) {
      read++;
      yield Buffer.from(piece);
    }
  }
  await expect(all(linesOf(endless()))).rejects.toThrow('does not end');
  expect(read).toBe(17);
});
