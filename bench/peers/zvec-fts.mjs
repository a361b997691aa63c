import { rmSync } from 'node:fs';
import { join } from 'node:path';
import zvec from '@zvec/zvec';
import { serve, timeQueries, timeWork } from './serve.mjs';
import { lineBlocks, readQueries } from './texts.mjs';

const { ZVecIndexType: type, ZVecDataType: data } = zvec;
const extraParams = JSON.stringify({ stemmer_lang: 'english' });

zvec.ZVecInitialize({ queryThreads: 1, optimizeThreads: 1, logLevel: 3 });
const collections = new Map();

serve({
  async build({ name, textFile, texts, directory }) {
    const path = join(directory, 'zvec-fts');
    rmSync(path, { recursive: true, force: true });
    const filters = ['lowercase', 'ascii_folding', 'stemmer'];
    const indexParams = { indexType: type.FTS, tokenizerName: 'standard', filters, extraParams };
    const schema = new zvec.ZVecCollectionSchema({
      name: 'texts',
      fields: [{ name: 'text', dataType: data.STRING, indexParams }],
    });
    const collection = zvec.ZVecCreateAndOpen(path, schema);
    const { seconds, cpuSeconds } = await timeWork(async () => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        for (let from = 0; from < lines.length; from += 512) {
          const documents = lines
            .slice(from, from + 512)
            .map((text, i) => ({ id: String(first + from + i), fields: { text } }));
          const failed = collection.insertSync(documents).find(({ ok }) => !ok);
          if (failed) throw new Error(`zvec took in no document: ${JSON.stringify(failed)}`);
        }
      }
      await collection.optimize({ concurrency: 1 });
    });
    collections.set(name, collection);
    return { seconds, cpuSeconds };
  },
  search({ name, queryFile, limit }) {
    const collection = collections.get(name);
    return timeQueries(readQueries(queryFile), (query) =>
      collection
        .querySync({ fieldName: 'text', fts: { matchString: query }, topk: limit, outputFields: [] })
        .map(({ id }) => Number(id)),
    );
  },
});
