import { chunkRanges, chunkSetCursor } from '@cubo/contracts';
import type { TermPostings } from '../lexical-segment.ts';
import { type Pacer, stepsPerLook } from '../pacer.ts';
import { visitFrequencies } from './frequency-window.ts';
import type { LiveSegment } from './live-view.ts';
import { windowSize } from './score-window.ts';
import { windowsWith } from './searched-window.ts';

/** In how many live chunks of a segment a word stands that has these forms. */
export async function liveDocumentFrequency(
  segment: LiveSegment,
  forms: readonly TermPostings[],
  pace: Pacer,
): Promise<number> {
  const [only] = forms;
  if (only === undefined) return 0;
  if (forms.length > 1) return countAny(segment, forms, pace);
  if (segment.isWhole) return only.documents;
  return countOne(segment, only, pace);
}

/** To look for a place costs about as much as to go through so many postings. */
const postingsPerSeek = 100;

async function countOne({ positions }: LiveSegment, postings: TermPostings, pace: Pacer): Promise<number> {
  const cursor = postings.cursor();
  const ranges = positions.starts.length;
  let live = 0;
  if (ranges * postingsPerSeek < postings.documents) {
    // What lies between two places is counted without being read.
    const rank = (position: number) => (cursor.seek(position) ? cursor.before + cursor.at : postings.documents);
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
  const cursors = forms.map((form) => form.cursor());
  let live = 0;
  for (const { first, start, end, mask } of windowsWith(positions, windowSize)) {
    visitFrequencies(cursors, { first, start, end }, (position) => {
      if (mask?.[position - first] !== 0) live++;
    });
    const turn = pace();
    if (turn !== undefined) await turn;
  }
  return live;
}
