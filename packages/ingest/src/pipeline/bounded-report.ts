import type { UnreadPlace } from '@cubo/contracts';

/** Entries that stand for all places beyond those that are listed. */
const summaries = new WeakSet<UnreadPlace>();

/** Whether an entry of a list stands for all places beyond the others: the next of them puts another in its place. */
export function isSummary(place: UnreadPlace): boolean {
  return summaries.has(place);
}

/**
 * Lists unread places in `unread`: the first ones one by one, all beyond `mostListed` as one entry that says how many they
 * are and why.
 */
export function boundedReport(unread: UnreadPlace[], mostListed: number): (place: UnreadPlace) => void {
  let listed = 0;
  let others = 0;
  let index = -1;
  const reasons = new Map<string, number>();
  return (place) => {
    if (listed < mostListed) {
      listed++;
      unread.push(place);
      return;
    }
    others++;
    const { code = 'no code' } = place;
    reasons.set(code, (reasons.get(code) ?? 0) + 1);
    if (index < 0) index = unread.length;
    // A single one takes no more room than the word that there is one, and may itself be the summary of another thread.
    const summary: UnreadPlace =
      others === 1
        ? { ...place }
        : {
            place: `and ${others} more`,
            reason: Array.from(reasons, ([name, count]) => `${name}: ${count}`).join(', '),
            code: reasons.size === 1 ? place.code : undefined,
          };
    summaries.add(summary);
    unread[index] = summary;
  };
}
