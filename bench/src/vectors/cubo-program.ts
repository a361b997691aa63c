import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { topHits } from '@cubo/contracts';
import { nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { readRows, rowBlocks, serve, timeQueries, timeWork } from '../../peers/serve.mjs';
import {
  createKernels,
  openColdSegment,
  openTieredVectors,
  planFor,
  type TieredVectorsOptions,
  tieredVectorsFormat,
} from './tiered-parts.ts';

// Run as a process of its own, beside those of the peers: keeps indexes by name and searches them.

/** Vectors added at once, and between two flushes. */
const batchRows = 1000;
const flushedRows = 50_000;

type Tier = Awaited<ReturnType<typeof openTieredVectors>>;
type ScanPlan = Awaited<ReturnType<typeof openScan>>;

const tiers = new Map<string, Tier>();
const scans = new Map<string, ScanPlan>();
let queries: Float32Array[] = [];

/** What `build` is told; the index is made anew in the folder. */
export interface CuboBuild {
  readonly name: string;
  readonly directory: string;
  readonly corpus: string;
  readonly queries: string;
  readonly vectors: number;
  readonly dimensions: number;
  readonly options: Partial<TieredVectorsOptions>;
}

/** What it gives. */
export interface CuboBuilt {
  /** Adding all vectors, durably. */
  readonly storeSeconds: number;
  readonly storeCpuSeconds: number;
  /** Making graph or cold segment of them: training, adding, calibration, writing. */
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** What `describe` gives of a cold index. */
export interface ColdSize {
  readonly lists: number;
  readonly parts: number;
  /** How it is searched for 10 and for 100 hits. */
  readonly plans: readonly { limit: number; probes: number; candidates: number; recall: number }[];
  /** Path and bytes of the file of compressed vectors. */
  readonly file: string;
  readonly bytes: number;
  /** Bytes of it that are codes and ids. */
  readonly listBytes: number;
  /** Bytes of the vectors as they are kept. */
  readonly vectorBytes: number;
}

serve({
  async build({ name, directory, corpus, queries: queryFile, vectors, dimensions, options }: CuboBuild) {
    await rm(directory, { recursive: true, force: true });
    const tier = await openTieredVectors({
      directory,
      files: nodeFileLayer,
      dimensions,
      background: false,
      ...options,
    });
    tiers.set(name, tier);
    queries = readRows(queryFile, dimensions);
    const stored = await timeWork(() => addVectors(tier, corpus, dimensions, vectors));
    const made = await timeWork(() => tier.optimize?.());
    return {
      storeSeconds: stored.seconds,
      storeCpuSeconds: stored.cpuSeconds,
      seconds: made.seconds,
      cpuSeconds: made.cpuSeconds,
    } satisfies CuboBuilt;
  },
  search({ name, limit, from = 0, count }: { name: string; limit: number; from?: number; count?: number }) {
    const tier = tiers.get(name) as Tier;
    const some = count === undefined ? queries : queries.slice(from, from + count);
    return timeQueries(some, async (query) => (await tier.search(query, { limit })).map(({ id }) => id));
  },
  async openScan({ name, directory, dimensions }: { name: string; directory: string; dimensions: number }) {
    scans.set(name, await openScan(directory, dimensions));
  },
  /** Goes through the lists of the plan for `limit` hits; gives the first `limit` by their compressed scores. */
  scan({ name, limit }: { name: string; limit: number }) {
    const { segment } = scans.get(name) as ScanPlan;
    return timeQueries(queries, async (query) => {
      let top = topHits(limit);
      const candidates = (count: number) => {
        top = topHits(count);
        return top;
      };
      await segment.candidates(query, { limit, selected: segment.ids, candidates, pace: () => undefined });
      return top
        .hits()
        .slice(0, limit)
        .map(({ id }) => id);
    });
  },
  describe: ({ directory, dimensions }: { directory: string; dimensions: number }) => describe(directory, dimensions),
  async close({ name }: { name: string }) {
    await tiers.get(name)?.close();
    tiers.delete(name);
  },
});

async function addVectors(tier: Tier, corpus: string, dimensions: number, vectors: number): Promise<void> {
  let unflushed = 0;
  for (const { first, rows, block } of rowBlocks(corpus, dimensions, vectors)) {
    for (let from = 0; from < rows; from += batchRows) {
      const count = Math.min(batchRows, rows - from);
      await tier.add({
        ids: Array.from({ length: count }, (_, i) => first + from + i),
        vectors: Array.from({ length: count }, (_, i) =>
          block.subarray((from + i) * dimensions, (from + i + 1) * dimensions),
        ),
      });
      unflushed += count;
      if (unflushed < flushedRows) continue;
      await tier.flush();
      unflushed = 0;
    }
  }
  await tier.flush();
}

/** Opens the only cold segment of an index by itself. */
async function openScan(path: string, dimensions: number) {
  const directory = await openIndexDirectory({ directory: path, files: nodeFileLayer, format: tieredVectorsFormat });
  const cold = directory.manifest.files.filter(({ name }) => name.endsWith('.ivfpq'));
  const [file] = cold;
  if (file === undefined || cold.length > 1) throw new Error(`The index has ${cold.length} cold segments, not one.`);
  return { segment: await openColdSegment(directory, file, dimensions, () => createKernels()), name: file.name };
}

async function describe(path: string, dimensions: number): Promise<ColdSize> {
  const { segment, name } = await openScan(path, dimensions);
  try {
    const { file, header } = await segment.source();
    const end = await file.read(file.bytes - 8, 4);
    const trailerBytes = new DataView(end.buffer, end.byteOffset).getUint32(0, true);
    let vectorBytes = 0;
    for (const each of await readdir(path)) {
      if (each.endsWith('.vectors')) vectorBytes += (await stat(join(path, each))).size;
    }
    return {
      lists: header.lists,
      parts: header.parts,
      plans: [10, 100].map((limit) => planFor(segment.description.plans, limit)),
      file: join(path, name),
      bytes: file.bytes,
      listBytes: file.bytes - (header.trailer?.headerBytes ?? 0) - trailerBytes,
      vectorBytes,
    };
  } finally {
    await segment.release();
  }
}
