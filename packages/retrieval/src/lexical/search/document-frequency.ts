import { chunkRanges, chunkSetCursor } from '@cubo/contracts';
import type { TermPostings } from '../lexical-segment.ts';
import { type Pacer, stepsPerLook } from '../pacer.ts';
import type { PostingsCursor } from '../postings/postings-cursor.ts';
import type { LiveSegment } from './live-view.ts';
import { nextPosition } from './scored-term.ts';

/** In how many live chunks of a segment a word stands that has these forms. */
export async function liveDocumentFrequency(
  segment: LiveSegment,
  forms: readonly TermPostings[],
  pace: Pacer,
): Promise<number> {
  const [only] = forms;
  if (only === undefined) return 0;
  if (forms.length > 1) return countAny(segment, forms, pace);
  if (segment.isWhole && only.documents !== undefined) return only.documents;
  return countOne(segment, only, pace);
}

/** To look for a place costs about as much as to go through so many postings. */
const postingsPerSeek = 100;

async function countOne({ positions }: LiveSegment, postings: TermPostings, pace: Pacer): Promise<number> {
  const cursor = postings.cursor();
  const ranges = positions.starts.length;
  let live = 0;
  if (postings.documents !== undefined && ranges * postingsPerSeek < postings.documents) {
    // What lies between two places is counted without being read.
    const rank = (position: number) =>
      cursor.seek(position) ? cursor.before + cursor.at : (postings.documents as number);
    for (const [start, end] of chunkRanges(positions)) live += -rank(start) + rank(end);
    return live;
  }
  const isLive = chunkSetCursor(positions);
  for (let read = 0; cursor.nextBlock(); read += cursor.count) {
    for (let i = 0; i < cursor.count; i++) if (isLive(cursor.positions[i] as number)) live++;
    if (read % stepsPerLook < cursor.count) await pace();
  }
  return live;
}

async function countAny({ positions }: LiveSegment, forms: readonly TermPostings[], pace: Pacer): Promise<number> {
  const cursors: readonly PostingsCursor[] = forms.map((form) => form.cursor());
  const isLive = chunkSetCursor(positions);
  let live = 0;
  let position = nextPosition(cursors, 0);
  for (let steps = 1; position !== Number.POSITIVE_INFINITY; steps++) {
    if (isLive(position)) live++;
    position = nextPosition(cursors, position + 1);
    if (steps % stepsPerLook === 0) await pace();
  }
  return live;
}
