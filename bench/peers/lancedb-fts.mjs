import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { connect, Index, MatchQuery } from '@lancedb/lancedb';
import { serve, timeQueries, timeWork } from './serve.mjs';
import { lineBlocks, readQueries } from './texts.mjs';

const tables = new Map();

serve({
  async build({ name, textFile, texts, directory }) {
    const path = join(directory, 'lancedb-fts');
    rmSync(path, { recursive: true, force: true });
    const database = await connect(path);
    let table;
    const { seconds, cpuSeconds } = await timeWork(async () => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        const rows = lines.map((text, i) => ({ id: first + i, text }));
        if (table) await table.add(rows);
        else table = await database.createTable('texts', rows);
      }
      await table.optimize();
      const config = Index.fts({ withPosition: false, stem: true, removeStopWords: true, asciiFolding: true });
      await table.createIndex('text', { config });
    });
    tables.set(name, table);
    return { seconds, cpuSeconds };
  },
  search({ name, queryFile, limit }) {
    const table = tables.get(name);
    return timeQueries(readQueries(queryFile), async (query) => {
      const search = table.query().fullTextSearch(new MatchQuery(query, 'text'));
      const found = await search.select(['id', '_score']).limit(limit).toArrow();
      return Array.from(found.getChild('id'), Number);
    });
  },
});
