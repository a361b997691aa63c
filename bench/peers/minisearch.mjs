import MiniSearch from 'minisearch';
import { serve, timeQueries, timeWork } from './serve.mjs';
import { lineBlocks, readQueries } from './texts.mjs';

const indexes = new Map();

serve({
  async build({ name, textFile, texts }) {
    const index = new MiniSearch({ fields: ['text'] });
    const { seconds, cpuSeconds } = await timeWork(() => {
      for (const { first, lines } of lineBlocks(textFile, texts)) {
        index.addAll(lines.map((text, i) => ({ id: first + i, text })));
      }
    });
    indexes.set(name, index);
    return { seconds, cpuSeconds };
  },
  search({ name, queryFile, limit }) {
    const index = indexes.get(name);
    return timeQueries(readQueries(queryFile), (query) =>
      index
        .search(query)
        .slice(0, limit)
        .map(({ id }) => id),
    );
  },
});
