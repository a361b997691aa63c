import { create, insertMultiple, search as searchOrama } from '@orama/orama';
import { serve, timeQueries, timeWork } from './serve.mjs';
import { lineBlocks, readQueries } from './texts.mjs';

const indexes = new Map();

serve({
  async build({ name, textFile, texts }) {
    const index = create({ schema: { text: 'string' }, components: { tokenizer: { stemming: false } } });
    const { seconds, cpuSeconds } = await timeWork(async () => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        await insertMultiple(
          index,
          lines.map((text, i) => ({ id: String(first + i), text })),
          lines.length,
        );
      }
    });
    indexes.set(name, index);
    return { seconds, cpuSeconds };
  },
  search({ name, queryFile, limit }) {
    const index = indexes.get(name);
    // Of a query with several words, all texts that have any of them.
    return timeQueries(readQueries(queryFile), async (term) => {
      const { hits } = await searchOrama(index, { term, limit, threshold: 1 });
      return hits.map(({ id }) => Number(id));
    });
  },
});
