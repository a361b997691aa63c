import type { UnreadPlace } from '@cubo/contracts';

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
    unread[index] = {
      place: `and ${others} more`,
      reason: Array.from(reasons, ([name, count]) => `${name}: ${count}`).join(', '),
      code: reasons.size === 1 ? place.code : undefined,
    };
  };
}
