import { expect, test } from 'vitest';
import type { ReviewRating } from '../../src/flashcards/scheduler.ts';
import { openDecks } from '../helpers/open-decks.ts';

/**
 * The numbers are those of the tests of ts-fsrs itself, for the default parameters of FSRS-6:
 * https://github.com/open-spaced-repetition/ts-fsrs/blob/main/packages/fsrs/__tests__/FSRS-6.test.ts
 * (`ivl_history`, `memory state[short-term]`, `first repeat`); those of the memory state come from fsrs-rs:
 * https://github.com/open-spaced-repetition/fsrs-rs/blob/037345fd57472ea392a6086f217b1c73a9fa171a/src/inference.rs#L836-L841
 */
const day = 86_400_000;

test.each(['UTC', 'Europe/Berlin', 'Pacific/Auckland'])('intervals are those of ts-fsrs in %s', async (timeZone) => {
  const { decks, addCards, goTo } = await openDecks({ parts: { timeZone } });
  const [card] = addCards(1);
  const id = card?.id as string;
  const ratings = 'good good good good good good again again good good good good good'.split(' ') as ReviewRating[];
  const intervals: number[] = [];
  for (const rating of ratings) {
    const preview = decks.preview(id);
    const { after } = decks.review(id, rating).entry;
    expect(preview[rating]).toEqual({ state: after.state, due: after.due, days: after.days });
    intervals.push(after.days);
    await goTo(after.due);
  }
  expect(intervals).toEqual([0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]);
});

test('the memory state is that of fsrs-rs', async () => {
  const { decks, addCards, goTo, parts } = await openDecks();
  const [card] = addCards(1);
  const id = card?.id as string;
  const steps = [
    ...([
      [0, 'again'],
      [0, 'good'],
      [1, 'good'],
      [3, 'good'],
      [8, 'good'],
      [21, 'good'],
    ] as const),
  ];
  for (const [days, rating] of steps) {
    await goTo(parts.clock.now() + days * day);
    decks.review(id, rating);
  }
  const { stability, difficulty } = decks.cards.sides(id)[0]?.schedule ?? {};
  expect(stability).toBeCloseTo(53.62691, 4);
  expect(difficulty).toBeCloseTo(6.3574867, 4);
});

test('the first review is that of ts-fsrs', async () => {
  const { decks, addCards, parts } = await openDecks();
  const cards = addCards(4);
  const ratings = ['again', 'hard', 'good', 'easy'] as const;
  const firsts = ratings.map((rating, i) => decks.review(cards[i]?.id as string, rating).entry.after);
  expect(firsts.map(({ stability }) => stability)).toEqual([0.212, 1.2931, 2.3065, 8.2956]);
  expect(firsts.map(({ difficulty }) => difficulty)).toEqual([6.4133, 5.11217071, 2.11810397, 1]);
  expect(firsts.map(({ days }) => days)).toEqual([0, 0, 0, 8]);
  expect(firsts.map(({ state }) => state)).toEqual(['learning', 'learning', 'learning', 'review']);
  expect(firsts.map(({ reviews, lapses }) => [reviews, lapses])).toEqual(ratings.map(() => [1, 0]));
  const minutes = firsts.slice(0, 3).map(({ due }) => (due - parts.clock.now()) / 60_000);
  expect(minutes).toEqual([1, 6, 10]);
});
