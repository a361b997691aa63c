import { contest, recallAt, timesAsLong } from '../comparison/rounds.ts';
import { buildCold, type ColdIndex, coldOptions } from './cold-index.ts';
import { peerPrograms, startCubo, type TunedPeer, tunedPeer, type VectorsContext } from './context.ts';
import { exactNeighbours } from './exact-neighbours.ts';
import { measureDisk } from './measure-disk.ts';
import { measureFaiss } from './measure-faiss.ts';
import type { PeerName } from './peers.ts';

/** Other ways to keep cold vectors; measured where that does not take long. */
const others = {
  compact: { options: { ...coldOptions, cold: { profile: 'compact' as const } }, meaning: 'codes of 8 bytes' },
  float16: { options: { ...coldOptions, encoding: 'float16' as const }, meaning: 'vectors kept as float16' },
};
const mostForOthers = 100_000;

/** The peers that are compared with the cold tier, and which of their indexes; each gets a program of its own. */
const compared: readonly { peer: PeerName; variant?: string }[] = [
  { peer: 'lancedb' },
  { peer: 'zvec', variant: 'ivf' },
  { peer: 'zvec', variant: 'ivf-rabitq' },
  { peer: 'zvec', variant: 'hnsw' },
];

/** Measures a set of vectors that are all cold, beside FAISS, LanceDB and zvec. */
export async function measureCold(context: VectorsContext): Promise<void> {
  const { set, message } = context;
  const truth = exactNeighbours(set, { vectors: set.vectors, limit: 100 });
  const cubo = startCubo();
  const programs = peerPrograms(context);
  try {
    const index = await buildCold(context, cubo, 'cold', coldOptions, truth);
    await reportIndex(context, index);
    const { lists, parts } = index.size;
    const shared = { vectors: set.vectors, parameters: { lists, parts }, truth, recall: index.recall };
    const faiss = programs.start('faiss');
    const tuned = [faiss && (await measureFaiss(context, index, faiss))];
    for (const { peer, variant } of compared) {
      tuned.push(await tunedPeer(context, peer, programs.start(peer), { variant, ...shared }));
    }
    const peers = tuned.filter((one) => one !== undefined);
    message(`${set.name}: searching by turns`);
    await compare(context, index, peers);
    await measureDisk(context, index);
    if (set.vectors > mostForOthers) return;
    for (const [name, { options, meaning }] of Object.entries(others)) {
      await reportOther(context, await buildCold(context, cubo, name, options, truth), meaning);
    }
  } finally {
    await cubo.close();
    await programs.close();
  }
}

async function reportIndex({ set, figure }: VectorsContext, index: ColdIndex): Promise<void> {
  const { built, size, recall, truth } = index;
  const [plan10] = size.plans;
  figure('vectors', set.vectors, `vectors of ${set.dimensions} dimensions`, 0);
  figure('coldRecall10', recall, 'recall@10 of the cold tier', 4);
  figure('coldRecall100', recallAt(100, (await index.search(100)).ids, truth), 'recall@100 of the cold tier', 4);
  figure('lists', size.lists, 'inverted lists (nlist)', 0);
  figure('parts', size.parts, 'bytes of a code (m)', 0);
  figure('probes', plan10?.probes ?? 0, 'lists that a search for 10 reads (nprobe)', 0);
  figure('candidates', plan10?.candidates ?? 0, 'vectors that it scores exactly', 0);
  figure('storeSeconds', built.storeSeconds, 's to add all vectors, durably');
  figure('makeSeconds', built.seconds, 's to train, assign, encode, calibrate and write the cold segment');
  figure('buildCpuSeconds', built.storeCpuSeconds + built.cpuSeconds, 's of processor time for both');
}

async function compare(context: VectorsContext, index: ColdIndex, peers: readonly TunedPeer[]): Promise<void> {
  const { figure, rounds } = context;
  const contestants = [{ name: 'cubo', run: () => index.search(10) }, ...peers];
  const outcomes = await contest(contestants, rounds, context.skip);
  const own = outcomes.get('cubo');
  if (own === undefined) return;
  figure('coldP50', own.p50, 'ms a search of the cold tier takes, median, files in the page cache', 3);
  figure('coldP99', own.p99, 'ms that 99 of 100 take at most', 3);
  figure('coldCpu', own.cpu, 'ms of processor time of a search', 3);
  for (const { name, built, recall, description } of peers) {
    const outcome = outcomes.get(name);
    if (outcome === undefined) continue;
    const key = camelCase(name);
    figure(`${key}P50`, outcome.p50, `ms a search takes, median: ${description}`, 3);
    figure(`${key}Cpu`, outcome.cpu, 'ms of processor time of a search', 3);
    figure(`${key}Recall10`, recall, 'recall@10 of it', 4);
    if (built.seconds > 0) figure(`${key}BuildSeconds`, built.seconds, 's to build it');
    figure(`coldTimes${capital(key)}`, timesAsLong(own, outcome), `times as long as ${name}: Cubo's cold tier`);
  }
}

async function reportOther({ figure, rounds, skip }: VectorsContext, index: ColdIndex, meaning: string): Promise<void> {
  const { name, recall, size } = index;
  const outcomes = await contest([{ name, run: () => index.search(10) }], rounds, skip);
  figure(`${name}Recall10`, recall, `recall@10 with ${meaning}`, 4);
  figure(`${name}P50`, outcomes.get(name)?.p50 ?? Number.NaN, 'ms a search of these takes, median', 3);
  figure(`${name}Candidates`, size.plans[0]?.candidates ?? 0, 'vectors that it scores exactly', 0);
}

function camelCase(name: string): string {
  return name.replace(/[ -](.)/g, (_, letter: string) => letter.toUpperCase());
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
