import { createRequire } from 'node:module';
import { join } from 'node:path';
import { connect, Index } from '@lancedb/lancedb';
import { readRows, rowBlocks, serve, timeQueries, timeWork } from './serve.mjs';

// The copy that LanceDB uses: it knows no tables of the one for ES modules.
const arrow = createRequire(import.meta.url)('apache-arrow');
const { Field, FixedSizeList, Float32, Int32, makeData, RecordBatch, Schema, Struct, Table, vectorFromArray } = arrow;
const probeSteps = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256];
const refineSteps = [1, 2, 3, 4, 6, 8, 10, 12, 14, 16, 20, 24, 30, 40, 60, 80];

let queries;
let table;

/** Rows as Arrow has them, without an object for each. */
function arrowTable(first, rows, block, dimensions) {
  const values = makeData({ type: new Float32(), length: block.length, nullCount: 0, data: block });
  const type = new FixedSizeList(dimensions, new Field('item', new Float32(), true));
  const vector = makeData({ type, length: rows, nullCount: 0, child: values });
  const id = vectorFromArray(
    Int32Array.from({ length: rows }, (_, i) => first + i),
    new Int32(),
  ).data[0];
  const schema = new Schema([new Field('id', new Int32(), false), new Field('vector', type, false)]);
  const struct = makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children: [id, vector] });
  return new Table([new RecordBatch(schema, struct)]);
}

serve({
  async build({ corpus, queries: queryFile, vectors, dimensions, parts, directory }) {
    queries = readRows(queryFile, dimensions);
    const database = await connect(join(directory, 'lancedb'));
    const { seconds, cpuSeconds } = await timeWork(async () => {
      table = undefined;
      for (const { first, rows, block } of rowBlocks(corpus, dimensions, vectors)) {
        const data = arrowTable(first, rows, block, dimensions);
        if (table) await table.add(data);
        else table = await database.createTable('vectors', data, { mode: 'overwrite' });
      }
      await table.optimize();
      // As many partitions as it chooses itself, and codes as long as Cubo's.
      const config = Index.ivfPq({ distanceType: 'cosine', numSubVectors: parts });
      await table.createIndex('vector', { config });
    });
    const indexed = await table.indexStats('vector_idx');
    if (indexed?.numUnindexedRows !== 0)
      throw new Error(`LanceDB left rows out of its index: ${JSON.stringify(indexed)}`);
    const rows = refineSteps.map((refine) => probeSteps.map((probes) => ({ probes, refine })));
    return { seconds, cpuSeconds, rows };
  },
  search({ settings: { probes, refine }, limit, count }) {
    return timeQueries(queries.slice(0, count), async (query) => {
      const found = await table
        .vectorSearch(query)
        .distanceType('cosine')
        .nprobes(probes)
        .refineFactor(refine)
        .select(['id', '_distance'])
        .limit(limit)
        .toArrow();
      return Array.from(found.getChild('id').toArray());
    });
  },
});
