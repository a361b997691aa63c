import type { LineProcess } from '../comparison/line-process.ts';
import { contest, type Round, recallAt, timesAsLong } from '../comparison/rounds.ts';
import type { ColdIndex } from './cold-index.ts';
import { type PeerBuilt, type TunedPeer, tunedPeer, type VectorsContext } from './context.ts';

/** What Cubo trains on at its defaults: vectors for each list, vectors for a product quantizer, and bytes of either. */
const training = { perList: 64, residuals: 1 << 14, bytes: 2 ** 25 };

interface FaissBuilt extends PeerBuilt {
  /** Whether FAISS multiplies matrices with something faster than the reference BLAS. */
  readonly fastAlgebra: boolean;
}

/**
 * Measures training, adding and the scan of compressed vectors beside FAISS, with as many lists, probes and bytes of a
 * code. Gives FAISS with rescoring, to be compared at equal recall; nothing where it fails.
 */
export async function measureFaiss(
  context: VectorsContext,
  index: ColdIndex,
  faiss: LineProcess,
): Promise<TunedPeer | undefined> {
  const { set, message, skip } = context;
  const { size, truth, recall } = index;
  const { lists, parts } = size;
  const { corpusFile: corpus, queryFile: queries, vectors, dimensions } = set;
  const built: Record<string, FaissBuilt> = {};
  const samples = {
    sampled: { coarse: coarseSample(lists, dimensions), product: training.residuals },
    default: undefined,
  };
  for (const [variant, sample] of Object.entries(samples)) {
    message(
      `${set.name}: building FAISS's IVFPQ, trained on ${sample ? 'as many vectors as Cubo' : 'its default sample'}`,
    );
    try {
      const parameters = { variant, corpus, queries, vectors, dimensions, lists, parts, ...(sample && { sample }) };
      built[variant] = await faiss.request<FaissBuilt>('build', parameters, context.patience);
    } catch (error) {
      skip(`FAISS ${variant}`, (error as Error).message);
    }
  }
  reportBuilding(context, index, built);
  try {
    await faiss.request('open', { path: size.file, variant: 'cubo', queries, dimensions });
    await compareScans(context, index, faiss, Object.keys(built));
  } catch (error) {
    skip("FAISS's scan", (error as Error).message);
  }
  if (Object.keys(built).length === 0) return undefined;
  const parameters = { lists, parts };
  return tunedPeer(context, 'faiss', faiss, { variant: 'refined', vectors, parameters, truth, recall });
}

function coarseSample(lists: number, dimensions: number): number {
  return Math.min(training.perList * lists, Math.max(lists, Math.floor(training.bytes / (dimensions + 4))));
}

function reportBuilding(
  { figure, skip }: VectorsContext,
  { built: { storeSeconds, seconds, storeCpuSeconds, cpuSeconds } }: ColdIndex,
  built: Readonly<Record<string, FaissBuilt>>,
): void {
  for (const [variant, faiss] of Object.entries(built)) {
    if (!faiss.fastAlgebra) {
      skip(`how long FAISS ${variant} is built`, 'its linear algebra is the reference BLAS (Debian: libopenblas0)');
      continue;
    }
    const key = variant === 'sampled' ? 'Sampled' : 'Default';
    const what = variant === 'sampled' ? 'trained on a sample as large as ours' : 'trained as it does by default';
    figure(`faiss${key}BuildSeconds`, faiss.seconds, `s to train and add: FAISS, ${what}`);
    figure(`buildTimesFaiss${key}`, (storeSeconds + seconds) / faiss.seconds, 'times as long to store, train and add');
    figure(
      `buildCpuTimesFaiss${key}`,
      (storeCpuSeconds + cpuSeconds) / faiss.cpuSeconds,
      'times as much processor time',
    );
  }
}

/** The scan of lists without rescoring: Cubo's, FAISS's over the same file, and FAISS's over its own indexes. */
async function compareScans(
  context: VectorsContext,
  { cubo, directory, size, truth }: ColdIndex,
  faiss: LineProcess,
  variants: readonly string[],
): Promise<void> {
  const { set, figure, rounds, skip } = context;
  await cubo.request('openScan', { name: 'scan', directory, dimensions: set.dimensions });
  for (const { limit, probes, candidates } of size.plans) {
    const scans = ['cubo', ...variants].map((variant) => ({
      name: `FAISS over ${variant === 'cubo' ? "Cubo's file" : `its own index (${variant})`}`,
      key: `faiss${variant === 'cubo' ? 'OverCubo' : variant.charAt(0).toUpperCase() + variant.slice(1)}`,
      run: () => faiss.request<Round>('search', { variant, settings: { probes, candidates }, limit }),
    }));
    const own = { name: 'scan', run: () => cubo.request<Round>('scan', { name: 'scan', limit }) };
    const outcomes = await contest([own, ...scans], rounds, skip);
    const ours = outcomes.get(own.name);
    if (ours === undefined) return;
    const plan = `${probes} lists for ${candidates} candidates`;
    figure(`scan${limit}P50`, ours.p50, `ms the scan of ${plan} takes, median`, 3);
    figure(`scan${limit}Cpu`, ours.cpu, 'ms of processor time of it', 3);
    figure(`scan${limit}Recall10`, recallAt(10, ours.ids, truth), 'recall@10 of compressed scores alone', 4);
    for (const { name, key } of scans) {
      const outcome = outcomes.get(name);
      if (outcome === undefined) continue;
      figure(`${key}Scan${limit}P50`, outcome.p50, `ms it takes: ${name}`, 3);
      figure(`${key}Scan${limit}Recall10`, recallAt(10, outcome.ids, truth), 'recall@10 of its compressed scores', 4);
      figure(
        `scan${limit}Times${key.charAt(0).toUpperCase()}${key.slice(1)}`,
        timesAsLong(ours, outcome),
        `times as long as ${name}: Cubo's scan`,
      );
      if (key === 'faissOverCubo') {
        figure(
          `scan${limit}Agreement`,
          recallAt(limit, ours.ids, outcome.ids),
          'of what FAISS finds in that file Cubo finds too',
          4,
        );
      }
    }
  }
}
