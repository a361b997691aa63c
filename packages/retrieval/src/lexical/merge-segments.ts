import { type ChunkSet, chunkIds, emptyChunkSet, uniteChunkSets } from '@cubo/contracts';
import { separateBuffer } from '@cubo/library';
import { type ChunkRanks, chunkRanks } from './chunk-ranks.ts';
import type { LexicalSegment, TermStream } from './lexical-segment.ts';
import { type Pacer, pacer, stepsPerLook } from './pacer.ts';
import { newPosition, type PositionMap, postingsMerger } from './postings/merge-postings.ts';
import { isReversedName, termOfName } from './reversed-terms.ts';
import { type SegmentDocuments, segmentWriter } from './segment-writer.ts';

/** A segment and those of its chunks that are wanted. */
export interface SegmentPart {
  readonly segment: LexicalSegment;
  readonly visible: ChunkSet;
}

/**
 * Writes one segment that holds the wanted chunks of several, which must not overlap, and gives their ids. Terms and
 * their postings are streamed; what is held is the length of each chunk, the new postings of one term, and what a buffer
 * needs to sort its own; for parts whose chunks interleave, or are not all wanted, four bytes a chunk more.
 */
export async function mergeSegments(
  parts: readonly SegmentPart[],
  file: { write(bytes: Uint8Array): Promise<void> },
  { occurrences }: { occurrences: boolean },
): Promise<ChunkSet> {
  const ids = parts.reduce<ChunkSet>((all, { visible }) => uniteChunkSets(all, visible), emptyChunkSet);
  const pace = pacer();
  const { documents, positionMaps } = await renumber(parts, ids, pace);
  const writer = await segmentWriter(file, documents, { occurrences });
  const merger = postingsMerger(positionMaps);
  /** Those that are at a term, by part; of the others there is nothing left. */
  const streams: (TermStream | undefined)[] = [];
  for (const { segment } of parts) {
    const stream = await segment.terms(pace);
    streams.push(stream.next() ? stream : undefined);
  }
  const holders = new Uint32Array(parts.length);
  const drops = parts.some(({ segment, visible }) => visible.size < segment.documents);
  for (;;) {
    const held = leastOf(streams, holders);
    if (held === 0) break;
    const { term } = streams[holders[0] as number] as TermStream;
    for (let i = 0; i < held; i++) {
      const holder = holders[i] as number;
      const { postings } = streams[holder] as TermStream;
      if (postings !== undefined) merger.open(holder, postings);
    }
    // Most terms have few postings: nothing is waited for that is not needed.
    while (merger.takeSome(writer.posting)) {
      const turn = pace();
      if (turn !== undefined) await turn;
    }
    for (let i = 0; i < held; i++) {
      const holder = holders[i] as number;
      if (streams[holder]?.next() === false) streams[holder] = undefined;
    }
    const writing = isReversedName(term) ? nameWriting(term) : writer.term(term);
    if (writing !== undefined) await writing;
    const turn = pace();
    if (turn !== undefined) await turn;
  }
  await writer.finish();
  // Bytes for each chunk, that would lie about until the collector comes.
  for (const { buffer } of [documents.lengths, documents.languageIndexes]) buffer.transfer(0);
  return ids;

  /** Names of terms that no wanted chunk has are left out. */
  function nameWriting(name: string): Promise<void> | undefined {
    return !drops || isWanted(parts, positionMaps, termOfName(name)) ? writer.name(name) : undefined;
  }
}

function isWanted(parts: readonly SegmentPart[], positionMaps: readonly PositionMap[], term: string): boolean {
  return parts.some(({ segment }, part) => {
    const cursor = segment.find(term)?.cursor();
    while (cursor?.nextBlock()) {
      for (let i = 0; i < cursor.count; i++) {
        if (newPosition(positionMaps[part] as PositionMap, cursor.positions[i] as number) >= 0) return true;
      }
    }
    return false;
  });
}

/** Puts into `holders` the numbers of the streams that are at the least term, and gives how many they are. */
function leastOf(streams: readonly (TermStream | undefined)[], holders: Uint32Array): number {
  let least = '';
  let held = 0;
  for (let i = 0; i < streams.length; i++) {
    const stream = streams[i];
    if (stream === undefined) continue;
    const { term } = stream;
    if (held > 0 && least < term) continue;
    if (least !== term) held = 0;
    least = term;
    holders[held++] = i;
  }
  return held;
}

/** The chunks of a merge, in memory of their own. */
interface MergedDocuments extends SegmentDocuments {
  readonly lengths: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
  readonly languageIndexes: Uint16Array<ArrayBuffer>;
}

/** The chunks in their new order, and where those of each part go. */
async function renumber(
  parts: readonly SegmentPart[],
  ids: ChunkSet,
  pace: Pacer,
): Promise<{ documents: MergedDocuments; positionMaps: PositionMap[] }> {
  const ranks = chunkRanks(ids);
  const isShort = parts.every(({ segment }) => segment.lengths instanceof Uint16Array);
  const lengths = isShort
    ? new Uint16Array(separateBuffer(2 * ids.size), 0, ids.size)
    : new Uint32Array(separateBuffer(4 * ids.size), 0, ids.size);
  const languageIndexes = new Uint16Array(separateBuffer(2 * ids.size), 0, ids.size);
  const languages: string[] = [];
  const positionMaps: PositionMap[] = [];
  for (const { segment, visible } of parts) {
    const distance = commonDistance(segment, visible, ranks);
    const map =
      distance === undefined
        ? new Int32Array(separateBuffer(4 * segment.documents), 0, segment.documents).fill(-1)
        : undefined;
    const { lengths: partLengths, languageIndexes: partLanguages } = segment;
    let steps = 0;
    for (const position of chunkIds(segment.positionsOf(visible))) {
      const rank = distance === undefined ? ranks.rankOf(segment.idAt(position)) : position + distance;
      if (map !== undefined) map[position] = rank;
      lengths[rank] = partLengths[position] as number;
      const language = segment.languages[partLanguages[position] ?? 0]?.language ?? 'und';
      let index = languages.indexOf(language);
      if (index < 0) index = languages.push(language) - 1;
      // Most are of the first language, and pages that nobody writes to take no memory.
      if (index > 0) languageIndexes[rank] = index;
      if (++steps % stepsPerLook === 0) await pace();
    }
    positionMaps.push(map ?? distance ?? 0);
  }
  return { documents: { ids, lengths, languages, languageIndexes }, positionMaps };
}

/** How far all chunks of a part move on; nothing where they do not move alike, or some are left out. */
function commonDistance({ documents, idAt }: LexicalSegment, visible: ChunkSet, ranks: ChunkRanks): number | undefined {
  if (documents === 0 || visible.size < documents) return undefined;
  const first = ranks.rankOf(idAt(0));
  return ranks.rankOf(idAt(documents - 1)) - first === documents - 1 ? first : undefined;
}
