import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import zvec from '@zvec/zvec';
import { readRows, rowBlocks, serve, timeQueries, timeWork } from './serve.mjs';

const { ZVecIndexType: type, ZVecMetricType: metric } = zvec;
const metricType = metric.IP;
const probeSteps = [1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
const efSteps = [10, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024];

/** Its indexes, with the lists of Cubo's cold segment or the links of its graph. */
const variants = {
  hnsw: {
    index: () => ({ indexType: type.HNSW, metricType, m: 16, efConstruction: 200 }),
    rows: [efSteps.map((ef) => ({ ef }))],
    params: ({ ef }) => ({ indexType: type.HNSW, ef }),
  },
  ivf: {
    index: (lists) => ({ indexType: type.IVF, metricType, nList: lists }),
    rows: [probeSteps.map((nprobe) => ({ nprobe }))],
    params: ({ nprobe }) => ({ indexType: type.IVF, nprobe }),
  },
  'ivf-rabitq': {
    index: (lists) => ({ indexType: type.IVF_RABITQ, metricType, nList: lists }),
    rows: [probeSteps.map((nprobe) => ({ nprobe }))],
    params: ({ nprobe }) => ({ indexType: type.IVF_RABITQ, nprobe }),
  },
};

zvec.ZVecInitialize({ queryThreads: 1, optimizeThreads: 1, logLevel: 3 });
let queries;
const collections = new Map();

serve({
  async build({ variant, corpus, queries: queryFile, vectors, dimensions, lists, directory }) {
    queries = readRows(queryFile, dimensions);
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `zvec-${variant}`);
    rmSync(path, { recursive: true, force: true });
    const { index, rows } = variants[variant];
    const schema = new zvec.ZVecCollectionSchema({
      name: 'vectors',
      vectors: [
        { name: 'v', dataType: zvec.ZVecDataType.VECTOR_FP32, dimension: dimensions, indexParams: index(lists) },
      ],
    });
    const collection = zvec.ZVecCreateAndOpen(path, schema);
    collections.set(variant, collection);
    const { seconds, cpuSeconds } = await timeWork(async () => {
      for (const { first, rows: count, block } of rowBlocks(corpus, dimensions, vectors)) {
        for (let from = 0; from < count; from += 512) {
          const documents = [];
          for (let i = from; i < Math.min(count, from + 512); i++) {
            const v = block.subarray(i * dimensions, (i + 1) * dimensions);
            documents.push({ id: String(first + i), vectors: { v } });
          }
          const failed = collection.insertSync(documents).find(({ ok }) => !ok);
          if (failed) throw new Error(`zvec took in no document: ${JSON.stringify(failed)}`);
        }
      }
      await collection.optimize({ concurrency: 1 });
    });
    const { indexCompleteness } = collection.stats;
    if (indexCompleteness.v !== 1)
      throw new Error(`zvec did not finish its index: ${JSON.stringify(indexCompleteness)}`);
    return { seconds, cpuSeconds, rows };
  },
  search({ variant, settings, limit, count }) {
    const collection = collections.get(variant);
    const params = variants[variant].params(settings);
    return timeQueries(queries.slice(0, count), (vector) =>
      collection
        .querySync({ fieldName: 'v', vector, topk: limit, outputFields: [], params })
        .map(({ id }) => Number(id)),
    );
  },
});
