import { type ChunkSet, emptyChunkSet, intersectChunkSets, isCuboError, subtractChunkSets } from '@cubo/contracts';
import type { IndexFile } from '@cubo/library';
import { heldOutVectors } from '../cold/calibration.ts';
import type { Codebook } from '../cold/codebook.ts';
import { type ColdSegment, openColdSegment } from '../cold/cold-segment.ts';
import type { ColdProfile } from '../cold/cold-shape.ts';
import { makeColdLists } from '../cold/make-cold-lists.ts';
import { rewriteColdSegment } from '../cold/rewrite-cold-segment.ts';
import { quantizationError, trainCodebook } from '../cold/train-codebook.ts';
import type { HnswGraph } from '../hnsw/hnsw-graph.ts';
import type { InvertedList } from '../inverted-file/inverted-file.ts';
import { writeInvertedFile } from '../inverted-file/write-inverted-file.ts';
import type { Kernels } from '../kernels/kernels.ts';
import { whileReserved } from '../kernels/while-reserved.ts';
import type { Pacer } from '../pacer.ts';
import { drawIds } from '../quantization/draw-ids.ts';
import { createRandom } from '../quantization/random.ts';
import { type VectorPart, type VectorSource, vectorSource } from '../raw-vectors/vector-source.ts';
import { emptyGraph, type GraphSettings, growGraph, loadGraph, writeGraphFiles } from './hot-graph.ts';
import type { MaintenanceLimits, MaintenanceStep } from './plan-maintenance.ts';
import { extensions, type GraphFiles, type TierContext, type TierState } from './tier-state.ts';

/** How cold segments and the graph are made. */
export interface MaintenanceSettings extends TierContext {
  readonly limits: MaintenanceLimits;
  readonly blockBytes: number;
  readonly graph: GraphSettings;
  readonly profile: ColdProfile;
  /** Share of the nearest neighbours that cold segments are to find. */
  readonly recall: number;
  /** The most bytes of a sample, and of lists in memory. */
  readonly trainingBytes: number;
}

/** What a step changes. */
export interface MaintenanceChange {
  readonly add: readonly IndexFile[];
  readonly drop: readonly string[];
  /** The segments among what is added, open. */
  readonly cold: readonly ColdSegment[];
  /** The graph among what is added. */
  readonly graph?: HnswGraph | undefined;
}

/** Takes one step: works on a state, whose files stay open meanwhile, and gives what is to be committed. */
export async function takeStep(
  step: MaintenanceStep,
  state: TierState,
  settings: MaintenanceSettings,
  pace: Pacer,
  signal: AbortSignal,
): Promise<MaintenanceChange> {
  switch (step.type) {
    case 'freeze':
      return freeze(state, settings, pace, signal);
    case 'merge': {
      const parts = step.segments.map((segment) => ({ segment, live: intersectChunkSets(segment.ids, state.held) }));
      const merged = await rewriteColdSegment(settings, parts, signal);
      return {
        add: merged ? [merged.indexFile] : [],
        cold: merged ? [merged.segment] : [],
        drop: step.segments.map(({ name }) => name),
      };
    }
    case 'grow':
      return grow(state, settings, pace, signal);
    case 'drop-graph':
      return { add: [], cold: [], drop: graphNames(state) };
  }
}

/** A codebook is trained anew when there are so many times as many vectors as it was trained for. */
const outgrown = 4;
/** Or when the vectors that come in are compressed with so many times the error. */
const drifted = 1.25;

async function freeze(
  state: TierState,
  settings: MaintenanceSettings,
  pace: Pacer,
  signal: AbortSignal,
): Promise<MaintenanceChange> {
  const random = createRandom(state.manifest.generation);
  const hot = sourceOf(state, settings, state.hot);
  const known = await state.cold.at(-1)?.codebook();
  // One for all that is done, each in the place of what was before.
  const kernels = settings.createKernels();
  if (known && state.held.size <= outgrown * known.vectors) {
    const error = await whileReserved(kernels.memory, () =>
      quantizationError({ source: hot, random, kernels, pace }, known),
    );
    if (error <= drifted * known.error) {
      const heldOut = drawHeldOut(state.hot, random);
      return addSegment(state, settings, { ids: state.hot, codebook: known, kernels, heldOut, drop: [] }, pace, signal);
    }
  }
  const heldOut = drawHeldOut(state.held, random);
  const source = sourceOf(state, settings, subtractChunkSets(state.held, heldOut));
  const { profile, trainingBytes: sampleBytes } = settings;
  const codebook = await trainCodebook({ source, profile, random, kernels, sampleBytes, pace });
  const drop = state.cold.map(({ name }) => name);
  return addSegment(state, settings, { ids: state.held, codebook, kernels, heldOut, drop }, pace, signal);
}

/** Vectors to be held out of training: of few a tenth at most. */
function drawHeldOut(ids: ChunkSet, random: () => number): ChunkSet {
  return drawIds(ids, Math.min(heldOutVectors, Math.floor(ids.size / 10)), random);
}

/** Makes a cold segment of some ids; what was hot is no longer, so that the graph has no use. */
async function addSegment(
  state: TierState,
  settings: MaintenanceSettings,
  making: { ids: ChunkSet; codebook: Codebook; kernels: Kernels; heldOut: ChunkSet; drop: readonly string[] },
  pace: Pacer,
  signal: AbortSignal,
): Promise<MaintenanceChange> {
  const { directory, shape, createKernels, recall: target, trainingBytes: bufferBytes } = settings;
  const { ids, codebook, kernels, heldOut } = making;
  const source = sourceOf(state, settings, ids);
  const made = await makeColdLists({ source, codebook, heldOut, target, kernels, bufferBytes, pace });
  const writer = await directory.create(extensions.cold);
  try {
    const content = {
      dimensions: codebook.dimensions,
      parts: codebook.product.parts,
      byResidual: true,
      coarseCentroids: codebook.coarse,
      productCentroids: codebook.product.centroids,
      probes: defaultProbes(made.sizes.length),
      sizes: made.sizes,
      readList: listInOrder(made.lists),
      description: () => ({ ...made.describe() }),
    };
    await writeInvertedFile(writer, content, { signal });
    await made.lists.return(undefined);
    const indexFile = await writer.finish(ids);
    const segment = await openColdSegment(directory, indexFile, shape.dimensions, createKernels);
    return { add: [indexFile], cold: [segment], drop: [...making.drop, ...graphNames(state)] };
  } catch (error) {
    await writer.discard().catch(() => {});
    throw error;
  }
}

/** Gives lists by number, for numbers that ascend: those in between are passed over. */
function listInOrder(lists: AsyncGenerator<InvertedList>): (list: number) => Promise<InvertedList> {
  let next = 0;
  return async (list) => {
    for (; next < list; next++) await lists.next();
    next++;
    const { value, done } = await lists.next();
    if (done) throw new Error(`There is no list ${list}.`);
    return value;
  };
}

/** Lists that other programs probe in the file unless they are told how many; ours know it from its description. */
const defaultProbes = (lists: number): number => Math.min(lists, Math.max(1, Math.round(Math.sqrt(lists))));

async function grow(
  state: TierState,
  settings: MaintenanceSettings,
  pace: Pacer,
  signal: AbortSignal,
): Promise<MaintenanceChange> {
  const { graph: files, hot } = state;
  // A graph that is mostly of vectors that were removed or have become cold is made anew.
  const isWorthKeeping = files && 2 * intersectChunkSets(files.graph.ids, hot).size >= files.graph.ids.size;
  const kept = isWorthKeeping ? await loadUndamaged(settings, files, signal) : undefined;
  const graph = kept ?? emptyGraph(settings, settings.graph);
  const known = kept && files ? files.graph.ids : emptyChunkSet;
  await growGraph(graph, settings, partsOf(state, subtractChunkSets(hot, known)), pace);
  const written = await writeGraphFiles(settings, graph, settings.blockBytes, signal);
  return { add: [written.graph, written.vectors], cold: [], drop: graphNames(state), graph };
}

/** The graph of some files, or nothing where they are damaged: it is made anew then. */
async function loadUndamaged(
  settings: MaintenanceSettings,
  files: GraphFiles,
  signal: AbortSignal,
): Promise<HnswGraph | undefined> {
  try {
    return await loadGraph(settings, files, signal);
  } catch (error) {
    if (isCuboError(error, 'CUBO_INDEX_CORRUPT')) return undefined;
    throw error;
  }
}

function graphNames({ graph }: TierState): string[] {
  return graph ? [graph.graph.name, graph.vectors.name] : [];
}

function partsOf({ files }: TierState, ids: ChunkSet): VectorPart[] {
  return files.map((file) => ({ file, live: intersectChunkSets(file.ids, ids) })).filter(({ live }) => live.size > 0);
}

function sourceOf(state: TierState, { shape }: MaintenanceSettings, ids: ChunkSet): VectorSource {
  return vectorSource(shape, partsOf(state, ids));
}
