import type { ChunkSet } from '@cubo/contracts';
import { emptyChunkSet, uniteChunkSets } from '@cubo/contracts';
import type { IndexDirectory, IndexFile } from '@cubo/library';
import { mergeInvertedFiles } from '../inverted-file/merge-inverted-files.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { VectorShape } from '../raw-vectors/vector-file.ts';
import { type ColdSegment, openColdSegment } from './cold-segment.ts';
import { joinPlans } from './search-plan.ts';

/** A segment, and those of its ids that are wanted. */
export interface ColdPart {
  readonly segment: ColdSegment;
  readonly live: ChunkSet;
}

/**
 * Writes what is wanted of segments with one codebook as one segment, list by list, and opens it; nothing if nothing is
 * wanted.
 */
export async function rewriteColdSegment(
  context: { directory: IndexDirectory; shape: VectorShape; createKernels: () => Kernels },
  parts: readonly ColdPart[],
  signal?: AbortSignal | undefined,
): Promise<{ indexFile: IndexFile; segment: ColdSegment } | undefined> {
  const { directory, shape, createKernels } = context;
  const ids = parts.reduce((all, { live }) => uniteChunkSets(all, live), emptyChunkSet);
  const first = parts[0]?.segment;
  if (ids.size === 0 || first === undefined) return undefined;
  const sources = [];
  for (const { segment, live } of parts) {
    // All of a segment is merged without looking at its ids first.
    const isWhole = live.size === segment.ids.size;
    sources.push({ ...(await segment.source()), live: isWhole ? undefined : live });
  }
  const weighted = parts.map(({ segment, live }) => ({ ...segment.description, vectors: live.size }));
  const plans = joinPlans(weighted);
  const compressedRecall = weighted.reduce((sum, part) => sum + (part.compressedRecall * part.vectors) / ids.size, 0);
  const description = { ...first.description, plans, compressedRecall };

  const writer = await directory.create('ivfpq');
  try {
    await mergeInvertedFiles(sources, writer, { probes: plans[0]?.probes ?? 1, description, signal });
    const indexFile = await writer.finish(ids);
    return { indexFile, segment: await openColdSegment(directory, indexFile, shape.dimensions, createKernels) };
  } catch (error) {
    await writer.discard().catch(() => {});
    throw error;
  }
}
