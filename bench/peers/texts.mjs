import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const blockBytes = 2 ** 20;

/**
 * The lines of a file, from its beginning, in blocks; the number of the first line of each.
 *
 * @param {string} path
 * @param {number} count so many lines at most
 * @returns {Generator<{ first: number, lines: string[] }>}
 */
export function* lineBlocks(path, count) {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(blockBytes);
  try {
    let rest = Buffer.alloc(0);
    for (let first = 0; first < count; ) {
      const read = readSync(file, bytes);
      if (read === 0) return;
      const all = Buffer.concat([rest, bytes.subarray(0, read)]);
      const end = all.lastIndexOf(10) + 1;
      rest = all.subarray(end);
      if (end === 0) continue;
      const lines = all
        .toString('utf8', 0, end - 1)
        .split('\n')
        .slice(0, count - first);
      yield { first, lines };
      first += lines.length;
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The queries of a file, a line each.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function readQueries(path) {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}
