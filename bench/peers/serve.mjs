import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * What it took to search for some queries, one after the other.
 *
 * @typedef {object} Round
 * @property {number[]} milliseconds for each query
 * @property {number} cpuMilliseconds processor time of the whole process, for all of them together
 * @property {number[][]} ids for each query what was found, best first
 */

/** Native libraries write to the standard output too; lines of ours begin so. */
const prefix = '@answer ';

/**
 * Answers requests, a line of JSON each on the standard input: `{ id, command, parameters }` by `{ id, result }` or
 * `{ id, error }`. Ends with its input.
 *
 * @param {Record<string, (parameters: any) => unknown>} commands
 */
export function serve(commands) {
  console.log = console.error;
  let last = Promise.resolve();
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    last = last.then(() => answer(JSON.parse(line)));
  });
  lines.on('close', () => process.exit());

  async function answer({ id, command, parameters }) {
    /** @type {object} */
    let reply;
    try {
      reply = { id, result: (await commands[command]?.(parameters)) ?? null };
    } catch (error) {
      reply = { id, error: String(error?.message ?? error) };
    }
    process.stdout.write(`\n${prefix}${JSON.stringify(reply)}\n`);
  }
}

/**
 * Searches for each query and takes the time.
 *
 * @template Query
 * @param {readonly Query[]} queries
 * @param {(query: Query) => number[] | Promise<number[]>} search gives ids, best first
 * @returns {Promise<Round>}
 */
export async function timeQueries(queries, search) {
  const milliseconds = [];
  const ids = [];
  const cpu = process.cpuUsage();
  for (const query of queries) {
    const started = performance.now();
    let found = search(query);
    if (found instanceof Promise) found = await found;
    milliseconds.push(performance.now() - started);
    ids.push(found);
  }
  const { user, system } = process.cpuUsage(cpu);
  return { milliseconds, cpuMilliseconds: (user + system) / 1000, ids };
}

/**
 * Takes the time of something.
 *
 * @template Result
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<{ seconds: number, cpuSeconds: number, result: Awaited<Result> }>} `cpuSeconds`: of all threads
 */
export async function timeWork(work) {
  const started = performance.now();
  const cpu = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6, result };
}

/**
 * The rows of a file of float32 numbers.
 *
 * @param {string} path
 * @param {number} dimensions
 * @param {number} [count] only the first so many
 * @returns {Float32Array[]}
 */
export function readRows(path, dimensions, count) {
  const rows = [];
  for (const { block } of rowBlocks(path, dimensions, count)) {
    for (let i = 0; i < block.length; i += dimensions) rows.push(block.slice(i, i + dimensions));
  }
  return rows;
}

/**
 * The same in blocks of a few megabytes, and the number of the first row of each.
 *
 * @param {string} path
 * @param {number} dimensions
 * @param {number} [count] only the first so many
 * @returns {Generator<{ first: number, rows: number, block: Float32Array }>}
 */
export function* rowBlocks(path, dimensions, count = statSync(path).size / (4 * dimensions)) {
  const rowsAtOnce = Math.max(1, Math.floor(2 ** 22 / (4 * dimensions)));
  const file = openSync(path, 'r');
  try {
    for (let first = 0; first < count; first += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, count - first);
      const block = new Float32Array(rows * dimensions);
      const bytes = new Uint8Array(block.buffer);
      for (let done = 0; done < bytes.length; ) {
        const read = readSync(file, bytes, done, bytes.length - done, 4 * dimensions * first + done);
        if (read === 0) throw new Error(`${path} is shorter than ${count} rows of ${dimensions} numbers.`);
        done += read;
      }
      yield { first, rows, block };
    }
  } finally {
    closeSync(file);
  }
}
