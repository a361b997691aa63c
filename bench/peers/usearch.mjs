import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Index } from 'usearch';
import { readRows, rowBlocks, serve, timeQueries, timeWork } from './serve.mjs';

/**
 * As many links, and as long a look at candidates, as Cubo's graph. Vectors are rounded to float16: its int8 has one
 * scale for all, by which unit vectors of many dimensions lose more than one of ten neighbours.
 */
const graph = { metric: 'cos', quantization: 'f16', connectivity: 16, expansion_add: 200, multi: false };
const expansions = [10, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];

let queries;
let saved;
let index;
let expansion;

/** An index takes its expansion when it is made, so that it is read again for another one. */
function use(wanted) {
  if (wanted === expansion) return;
  index = new Index({ ...saved.config, expansion_search: wanted });
  index.load(saved.path);
  expansion = wanted;
}

serve({
  async build({ corpus, queries: queryFile, vectors, dimensions, directory }) {
    queries = readRows(queryFile, dimensions);
    const config = { ...graph, dimensions, expansion_search: 64 };
    const built = new Index(config);
    const { seconds, cpuSeconds } = await timeWork(() => {
      for (const { first, rows, block } of rowBlocks(corpus, dimensions, vectors)) {
        built.add(
          BigUint64Array.from({ length: rows }, (_, i) => BigInt(first + i)),
          block,
          1,
        );
      }
    });
    const path = join(directory, 'usearch.index');
    rmSync(path, { force: true });
    built.save(path);
    saved = { path, config };
    return { seconds, cpuSeconds, rows: [expansions.map((wanted) => ({ expansion: wanted }))] };
  },
  search({ settings, limit, count }) {
    use(settings.expansion);
    return timeQueries(queries.slice(0, count), (query) => Array.from(index.search(query, limit, 1).keys, Number));
  },
});
