import {
  type ChunkSet,
  chunkSetCursor,
  chunkSetFromIds,
  emptyChunkSet,
  intersectChunkSets,
  type PhraseWord,
  subtractChunkSets,
  uniteChunkSets,
} from '@cubo/contracts';
import { type Pacer, stepsPerLook } from '../pacer.ts';
import type { LiveView } from './live-view.ts';
import { phrasePostings } from './phrase-postings.ts';

/** Words and phrases that chunks must have, and must not have. */
export interface MatchedPhrases {
  readonly required: readonly (readonly PhraseWord[])[];
  readonly excluded: readonly (readonly PhraseWord[])[];
}

/** The chunks among some of a view that have all that is required and nothing that is excluded. */
export async function matchingChunks(
  view: LiveView,
  { required, excluded }: MatchedPhrases,
  among: ChunkSet,
  pace: Pacer,
): Promise<ChunkSet> {
  let matching = among;
  for (const phrase of required) matching = intersectChunkSets(matching, await chunksWith(view, phrase, pace));
  for (const phrase of excluded) matching = subtractChunkSets(matching, await chunksWith(view, phrase, pace));
  return matching;
}

async function chunksWith(view: LiveView, phrase: readonly PhraseWord[], pace: Pacer): Promise<ChunkSet> {
  let all = emptyChunkSet;
  for (const { segment, positions: live } of view.segments) {
    const { positions } = await phrasePostings(segment, phrase, pace);
    const ids: number[] = [];
    // An older text of the same id may stand in the segment as well.
    const isLive = chunkSetCursor(live);
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i] as number;
      if (isLive(position)) ids.push(segment.idAt(position));
      if (i % stepsPerLook === 0) await pace();
    }
    all = uniteChunkSets(all, chunkSetFromIds(ids));
  }
  return all;
}
