import type { StudyPassage } from '../coverage/study-passage.ts';
import { fencePassages, type NumberedStudyPassage } from './fence-passages.ts';
import { textTokens } from './token-budget.ts';

/** One request: how many items of which passages. */
export interface PlannedRequest {
  readonly passages: readonly NumberedStudyPassage[];
  readonly count: number;
}

/**
 * Divides passages and items among requests: no request has more passages than there is room for, nor more items than
 * `mostItems`. Where there are more groups of passages than items, groups are chosen over the whole of them.
 *
 * @param room tokens of a request for passages
 */
export function planRequests(
  passages: readonly StudyPassage[],
  { count, room, mostItems }: { readonly count: number; readonly room: number; readonly mostItems: number },
): PlannedRequest[] {
  if (passages.length === 0 || count === 0) return [];
  const sized = passages.map((passage) => sizedWithin(passage, room));
  const total = sized.reduce((sum, { tokens }) => sum + tokens, 0);
  const fewest = Math.ceil(count / mostItems);
  const groups = groupBy(sized, Math.min(room, Math.ceil(total / fewest)));
  const chosen = groups.length <= count ? groups : evenly(groups, count);
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
  const tokens = textTokens(fencePassages([{ number: 1, passage }]));
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

function evenly<Entry>(entries: readonly Entry[], count: number): Entry[] {
  return Array.from(
    { length: count },
    (_, index) => entries[Math.floor(((index + 0.5) * entries.length) / count)] as Entry,
  );
}
