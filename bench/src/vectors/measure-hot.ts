import { join } from 'node:path';
import { contest, type Round, recallAt, timesAsLong } from '../comparison/rounds.ts';
import { peerPrograms, startCubo, tunedPeer, type VectorsContext } from './context.ts';
import type { CuboBuild, CuboBuilt } from './cubo-program.ts';
import { exactNeighbours } from './exact-neighbours.ts';

/** Vectors that are measured at most. */
const mostHotVectors = 100_000;

const huge = 2 ** 40;
const indexes = {
  graph: { hot: { scanBytes: 0 } },
  scan: { hot: { scanBytes: huge, capacity: huge } },
};

/** Measures graph and scan over the first vectors of a set, beside usearch and sqlite-vec. */
export async function measureHot(context: VectorsContext): Promise<void> {
  const { set, directory, figure, message, rounds } = context;
  const { corpusFile: corpus, queryFile: queries, dimensions } = set;
  const vectors = Math.min(set.vectors, mostHotVectors);
  const truth = exactNeighbours(set, { vectors, limit: 10 });
  const cubo = startCubo();
  const programs = peerPrograms(context);
  try {
    const search = (name: string) => cubo.request<Round>('search', { name, limit: 10 });
    const seconds: Record<string, number> = {};
    for (const [name, options] of Object.entries(indexes)) {
      message(`${set.name}: building Cubo's ${name} of ${vectors} vectors`);
      const folder = join(directory, `hot-${name}`);
      const build = { name, directory: folder, corpus, queries, vectors, dimensions, options } satisfies CuboBuild;
      seconds[name] = (await cubo.request<CuboBuilt>('build', { ...build })).seconds;
    }
    const recall = recallAt(10, (await search('graph')).ids, truth);
    figure('hotVectors', vectors, 'vectors in the hot tier', 0);
    figure('hotRecall10', recall, 'recall@10 of the graph (HNSW)', 4);
    figure('hotBuildSeconds', seconds.graph as number, 's to build the graph');

    const peers = [];
    for (const peer of ['usearch', 'sqlite-vec'] as const) {
      const tuned = await tunedPeer(context, peer, programs.start(peer), { vectors, parameters: {}, truth, recall });
      if (tuned) peers.push(tuned);
    }
    const contestants = [
      { name: 'graph', run: () => search('graph') },
      { name: 'scan', run: () => search('scan') },
      ...peers,
    ];
    const outcomes = await contest(contestants, rounds, context.skip);
    for (const [name, what] of [
      ['graph', 'hot'],
      ['scan', 'hotScan'],
    ] as const) {
      const outcome = outcomes.get(name);
      if (outcome === undefined) continue;
      figure(`${what}P50`, outcome.p50, `ms a search of the ${name} takes, median`, 3);
      figure(`${what}P99`, outcome.p99, 'ms that 99 of 100 take at most', 3);
      figure(`${what}Cpu`, outcome.cpu, 'ms of processor time of a search', 3);
      if (name === 'scan') figure('hotScanRecall10', recallAt(10, outcome.ids, truth), 'recall@10 of the scan', 4);
    }
    for (const { peer, name, built, recall, description } of peers) {
      const outcome = outcomes.get(name);
      const own = outcomes.get(peer === 'sqlite-vec' ? 'scan' : 'graph');
      if (outcome === undefined || own === undefined) continue;
      const key = peer === 'sqlite-vec' ? 'sqliteVec' : peer;
      figure(`${key}P50`, outcome.p50, `ms a search takes, median: ${description}`, 3);
      figure(`${key}Cpu`, outcome.cpu, 'ms of processor time of a search', 3);
      figure(`${key}Recall10`, recall, 'recall@10 of it', 4);
      figure(`${key}BuildSeconds`, built.seconds, 's to build it');
      const what = peer === 'sqlite-vec' ? 'scan' : 'graph';
      figure(
        `hotTimes${peer === 'usearch' ? 'Usearch' : 'SqliteVec'}`,
        timesAsLong(own, outcome),
        `times as long as ${name}: Cubo's ${what}`,
      );
    }
  } finally {
    await cubo.close();
    await programs.close();
  }
}
