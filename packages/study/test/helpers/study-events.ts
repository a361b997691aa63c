import type { StudyEvent, StudyEventKind } from '../../src/progress/study-event.ts';

/** A Monday noon. */
export const monday: number = Date.parse('2026-03-02T12:00:00Z');
const second = 1000;
export const minute: number = 60 * second;
export const hour: number = 60 * minute;
export const day: number = 24 * hour;

let made = 0;

/** An event of a time, with an id of its own. */
export function eventAt(at: number, kind: StudyEventKind): StudyEvent {
  return { id: `event-${String(++made).padStart(7, '0')}`, at, ...kind };
}

/** So many events of a kind, so far from each other. */
export function repeated(
  count: number,
  kind: (index: number) => StudyEventKind,
  { from = monday, every = second }: { readonly from?: number; readonly every?: number } = {},
): StudyEvent[] {
  return Array.from({ length: count }, (_, i) => eventAt(from + i * every, kind(i)));
}

export const chat: StudyEventKind = { type: 'chat-message', scoped: false };

export function review(rating: 1 | 2 | 3 | 4 = 3, milliseconds?: number): StudyEventKind {
  return { type: 'card-reviewed', deck: 'deck', card: 'card', rating, milliseconds };
}
