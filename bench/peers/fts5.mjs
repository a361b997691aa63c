import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { serve, timeQueries, timeWork } from './serve.mjs';
import { lineBlocks, readQueries } from './texts.mjs';

const indexes = new Map();

serve({
  async build({ name, textFile, texts, directory }) {
    const path = join(directory, 'fts5.sqlite');
    rmSync(path, { force: true });
    const database = new Database(path);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 8589934592');
    database.exec(`CREATE VIRTUAL TABLE t USING fts5 (text, content = '', tokenize = 'porter unicode61')`);
    const insert = database.prepare('INSERT INTO t (rowid, text) VALUES (?, ?)');
    const { seconds, cpuSeconds } = await timeWork(() => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        database.exec('BEGIN');
        for (const [i, text] of lines.entries()) insert.run(first + i + 1, text);
        database.exec('COMMIT');
      }
      database.pragma('wal_checkpoint(TRUNCATE)');
    });
    indexes.set(name, database.prepare('SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?'));
    return { seconds, cpuSeconds, bytes: statSync(path).size };
  },
  search({ name, queryFile, limit }) {
    const select = indexes.get(name);
    const words = (query) => query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return timeQueries(readQueries(queryFile), (query) =>
      select
        .all(
          words(query)
            .map((word) => `"${word}"`)
            .join(' OR '),
          limit,
        )
        .map(({ rowid }) => rowid - 1),
    );
  },
});
