import { textTokens } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { type NumberedStudyPassage, showPassages } from './show-passages.ts';

/** One request: how many items of which passages. */
export interface PlannedRequest {
  readonly passages: readonly NumberedStudyPassage[];
  readonly count: number;
}

/**
 * Divides passages and items among requests: no request has more passages than there is room for, nor more items than
 * `mostItems`.
 */
export function planRequests(
  passages: readonly StudyPassage[],
  options: {
    readonly count: number;
    /** Tokens of a request for passages. */
    readonly room: number;
    readonly mostItems: number;
    /** Which groups of passages are taken where there are more than items: some over the whole of them, or the first. */
    readonly taken?: 'evenly' | 'first' | undefined;
  },
): PlannedRequest[] {
  const { count, room, mostItems, taken = 'evenly' } = options;
  if (passages.length === 0 || count === 0) return [];
  const sized = passages.map((passage) => sizedWithin(passage, room));
  const total = sized.reduce((sum, { tokens }) => sum + tokens, 0);
  const fewest = Math.ceil(count / mostItems);
  const groups = groupBy(sized, Math.min(room, Math.ceil(total / fewest)));
  const chosen = groups.length <= count ? groups : someOf(groups, count, taken);
  const requests = Math.max(chosen.length, fewest);
  return Array.from({ length: requests }, (_, index) => ({
    passages: (chosen[index % chosen.length] as SizedPassage[]).map(({ passage }, at) => ({ number: at + 1, passage })),
    count: Math.floor(((index + 1) * count) / requests) - Math.floor((index * count) / requests),
  }));
}

interface SizedPassage {
  readonly passage: StudyPassage;
  readonly tokens: number;
}

/** A passage that is larger than the room is shown in part. */
function sizedWithin(passage: StudyPassage, room: number): SizedPassage {
  const tokens = textTokens(showPassages([{ number: 1, passage }]));
  if (tokens <= room) return { passage, tokens };
  const text = passage.text.slice(0, Math.max(1, Math.floor((passage.text.length * room) / tokens)));
  return { passage: { ...passage, text }, tokens: room };
}

/** Neighbours together, each group as large as there is room, at least one in each. */
function groupBy(passages: readonly SizedPassage[], room: number): SizedPassage[][] {
  const groups: SizedPassage[][] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const passage of passages) {
    if (filled + passage.tokens > room) {
      groups.push([]);
      filled = 0;
    }
    filled += passage.tokens;
    groups.at(-1)?.push(passage);
  }
  return groups;
}

function someOf<Entry>(entries: readonly Entry[], count: number, taken: 'evenly' | 'first'): Entry[] {
  if (taken === 'first') return entries.slice(0, count);
  const middle = (index: number) => Math.floor(((index + 0.5) * entries.length) / count);
  return Array.from({ length: count }, (_, index) => entries[middle(index)] as Entry);
}
