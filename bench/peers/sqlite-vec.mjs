import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';
import { readRows, rowBlocks, serve, timeQueries, timeWork } from './serve.mjs';

let queries;
let select;

serve({
  async build({ corpus, queries: queryFile, vectors, dimensions, directory }) {
    queries = readRows(queryFile, dimensions);
    const path = join(directory, 'vectors.sqlite');
    rmSync(path, { force: true });
    const database = new DatabaseSync(path, { allowExtension: true });
    database.loadExtension(getLoadablePath());
    // A table that is larger than the default of 2 MB would be read from the system again for each query.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 8589934592');
    database.exec(
      `CREATE VIRTUAL TABLE v USING vec0(id INTEGER PRIMARY KEY, e float[${dimensions}] distance_metric=cosine)`,
    );
    const insert = database.prepare('INSERT INTO v (id, e) VALUES (?, ?)');
    const { seconds, cpuSeconds } = await timeWork(() => {
      for (const { first, rows, block } of rowBlocks(corpus, dimensions, vectors)) {
        database.exec('BEGIN');
        for (let i = 0; i < rows; i++) {
          const bytes = new Uint8Array(block.buffer, 4 * dimensions * i, 4 * dimensions);
          insert.run(BigInt(first + i), bytes);
        }
        database.exec('COMMIT');
      }
    });
    select = database.prepare('SELECT id FROM v WHERE e MATCH ? AND k = ? ORDER BY distance');
    return { seconds, cpuSeconds, rows: [[{}]] };
  },
  search({ limit, count }) {
    return timeQueries(queries.slice(0, count), (query) =>
      select.all(new Uint8Array(query.buffer), limit).map(({ id }) => Number(id)),
    );
  },
});
