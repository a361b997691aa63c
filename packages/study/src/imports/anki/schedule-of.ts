import type { GivenSchedule } from '../../flashcards/cards.ts';
import type { AnkiCard } from './read-collection.ts';

const states = ['new', 'learning', 'review', 'relearning'] as const;

/**
 * How far a card of Anki is; `undefined` for a new one. What FSRS knows of it is there only if it was used; otherwise the
 * interval is taken for the stability, and the ease for the difficulty.
 */
export function scheduleOf(
  { ord, type, due, interval, factor, reps, lapses, data }: AnkiCard,
  isCloze: boolean,
  createdAt: number,
): GivenSchedule | undefined {
  const state = states[type];
  if (state === undefined || state === 'new') return undefined;
  const { s, d, lrt } = memoryOf(data);
  const dueAt = due > 1e9 ? due * 1000 : (createdAt + due * 86_400) * 1000;
  const known = typeof lrt === 'number' ? lrt * 1000 : undefined;
  const lastReview = known ?? (state === 'review' ? dueAt - interval * 86_400_000 : undefined);
  // 130 to 350 percent of ease are about 10 to 1 of difficulty.
  const guessed = Math.min(10, Math.max(1, 10 - (factor / 1000 - 1.3) * (9 / 2.2)));
  const common = { side: sideOf(ord, isCloze), state, due: dueAt, days: Math.max(0, interval) };
  return {
    ...common,
    stability: typeof s === 'number' && s > 0 ? s : Math.max(0.1, interval),
    difficulty: typeof d === 'number' && d >= 1 && d <= 10 ? d : guessed,
    reviews: reps,
    lapses,
    ...(lastReview !== undefined && { lastReview }),
  };
}

function sideOf(ord: number, isCloze: boolean): string {
  if (isCloze) return `c${ord + 1}`;
  return ord === 0 ? 'front' : 'back';
}

function memoryOf(data: string): { readonly s?: unknown; readonly d?: unknown; readonly lrt?: unknown } {
  try {
    const parsed: unknown = JSON.parse(data);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // Of cards that FSRS never saw it is empty.
    return {};
  }
}
