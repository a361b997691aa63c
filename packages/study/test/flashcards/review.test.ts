import type { RecordChange } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecks } from '../../src/flashcards/create-decks.ts';
import type { ReviewRating } from '../../src/flashcards/scheduler.ts';
import { openDecks } from '../helpers/open-decks.ts';
import { seededRandom } from '../helpers/open-study-parts.ts';

const day = 86_400_000;
const badArgument = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
const notFound = expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' });
const ratings: ReviewRating[] = ['again', 'hard', 'good', 'easy'];

describe('a review', () => {
  it('is one change of the schedule, the log and the events', async () => {
    const { decks, deck, addCards, cubo, log, parts } = await openDecks();
    const id = addCards(1)[0]?.id as string;
    const { entry, leech, mastered } = decks.review(id, 'hard', { milliseconds: 4200 });
    expect(entry).toMatchObject({
      at: parts.clock.now(),
      card: id,
      side: 'front',
      deck,
      rating: 'hard',
      milliseconds: 4200,
    });
    expect(entry.before).toMatchObject({ state: 'new', reviews: 0 });
    expect(entry.after).toMatchObject({ state: 'learning', reviews: 1, lastReview: parts.clock.now() });
    expect([leech, mastered]).toEqual([false, false]);
    expect(decks.reviews()).toEqual([entry]);
    expect(decks.cards.sides(id)[0]?.schedule).toEqual(entry.after);
    expect(log.list().find(({ type }) => type === 'card-reviewed')).toMatchObject({
      ...{ deck, card: id, rating: 2, milliseconds: 4200 },
    });
    // A change that is refused leaves nothing behind.
    const refusing = {
      ...cubo.records,
      change: (changes: readonly RecordChange[]) => cubo.records.change([...changes, bad]),
    };
    const bad = { put: { collection: 'study.test', id: '', content: {} } };
    const failing = createDecks({ ...parts, cubo: { ...cubo, records: refusing } as typeof cubo });
    expect(() => failing.review(id, 'good')).toThrow(badArgument);
    expect(decks.reviews()).toEqual([entry]);
    expect(decks.cards.sides(id)[0]?.schedule).toEqual(entry.after);
    expect(log.list().filter(({ type }) => type === 'card-reviewed')).toHaveLength(1);
  });

  it('is of a side that there is, with a rating that there is', async () => {
    const { decks, deck } = await openDecks();
    const id = decks.cards.add(deck, [{ kind: 'reversed', front: 'a', back: 'b' }])[0]?.id as string;
    for (const side of [id, 'none', `${id}:c1`, `none:front`, '', 7]) {
      expect(() => decks.review(side as string, 'good')).toThrow(notFound);
    }
    for (const rating of ['Good', 3, undefined, 'toString']) {
      expect(() => decks.review(`${id}:back`, rating as ReviewRating)).toThrow(badArgument);
    }
    for (const milliseconds of [-1, Number.POSITIVE_INFINITY, '5']) {
      expect(() => decks.review(`${id}:back`, 'good', { milliseconds: milliseconds as number })).toThrow(badArgument);
    }
    expect(decks.reviews()).toEqual([]);
  });

  it('has intervals that vary by the chance that is given, and as the preview says', async () => {
    const intervals = async (seed: number, fuzz: boolean) => {
      const { decks, addCards, goTo } = await openDecks({ parts: { random: seededRandom(seed) }, settings: { fuzz } });
      const id = addCards(1)[0]?.id as string;
      const days: number[] = [];
      for (let review = 0; review < 6; review++) {
        const { easy } = decks.preview(id);
        const { after } = decks.review(id, 'easy').entry;
        expect({ state: after.state, due: after.due, days: after.days }).toEqual(easy);
        days.push(after.days);
        await goTo(after.due);
      }
      return days;
    };
    const [first, again, other, none] = [
      ...[await intervals(1, true), await intervals(1, true), await intervals(2, true), await intervals(1, false)],
    ];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    expect(none).toEqual(await intervals(2, false));
  });

  it('never comes later than the longest interval, and is later the better the rating', async () => {
    const { decks, addCards, goTo, parts } = await openDecks({ settings: { maximumInterval: 30 } });
    const id = addCards(1)[0]?.id as string;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ratings), fc.integer({ min: 0, max: 40 }), async (rating, wait) => {
        await goTo(parts.clock.now() + wait * day);
        const { again, hard, good, easy } = decks.preview(id);
        expect([again.due, hard.due, good.due, easy.due]).toEqual(
          [again.due, hard.due, good.due, easy.due].sort((a, b) => a - b),
        );
        const { after } = decks.review(id, rating).entry;
        expect(after.due).toBeGreaterThanOrEqual(parts.clock.now());
        expect(after.days).toBeLessThanOrEqual(30);
      }),
      { seed: 5, numRuns: 100 },
    );
  });

  it('does not break when the clock was set back', async () => {
    const { decks, addCards, parts, cubo } = await openDecks();
    const id = addCards(1)[0]?.id as string;
    decks.review(id, 'easy');
    const earlier = createDecks({ ...parts, cubo, clock: { now: () => parts.clock.now() - 3 * day } });
    expect(earlier.review(id, 'good').entry.after.reviews).toBe(2);
    expect(earlier.undo()?.rating).toBe('good');
  });
});

describe('undo', () => {
  it('takes back one review after the other, also after a restart', async () => {
    const { decks, deck, addCards, parts, cubo, log } = await openDecks();
    const ids = addCards(3).map(({ id }) => id);
    const state = () => [decks.list(), ids.map((id) => decks.cards.sides(id)), decks.due(), decks.reviews()];
    const states = [state()];
    const plan = [0, 1, 0, 2, 0] as const;
    for (const index of plan) {
      decks.review(ids[index] as string, 'good');
      states.push(state());
    }
    const events = () => log.list().filter(({ type }) => type === 'card-reviewed').length;
    for (const index of plan.toReversed()) {
      states.pop();
      const restarted = createDecks({ ...parts, cubo });
      expect(restarted.undo()?.card).toBe(ids[index]);
      expect(state()).toEqual(states.at(-1));
    }
    expect(decks.undo()).toBeUndefined();
    expect(events()).toBe(5);
    const undone = log.list().flatMap((event) => (event.type === 'undone' ? [event.event] : []));
    const reviewed = log.list().flatMap((event) => (event.type === 'card-reviewed' ? [event.id] : []));
    expect(undone.sort()).toEqual(reviewed.sort());
    // The log is only added to.
    expect(cubo.records.count('study.review')).toBe(10);
    expect(decks.get(deck).counts.new).toBe(3);
    decks.review(ids[0] as string, 'good');
    expect(decks.undo()?.card).toBe(ids[0]);
  });

  it('passes over what is not there any more, and follows a card to another deck', async () => {
    const { decks, addCards } = await openDecks();
    const [first, second, third] = addCards(3).map(({ id }) => id) as [string, string, string];
    const other = decks.create({ name: 'Other' }).id;
    for (const id of [first, second, third]) decks.review(id, 'good');
    decks.cards.delete([third]);
    decks.cards.move([second], other);
    expect(decks.undo()?.card).toBe(second);
    expect(decks.get(other).counts.new).toBe(1);
    // The side that was reviewed went, and the one that came for it was never reviewed.
    decks.cards.edit(first, { kind: 'reversed' });
    decks.review(`${first}:back`, 'good');
    decks.cards.edit(first, { kind: 'basic' });
    decks.cards.edit(first, { kind: 'reversed' });
    expect(decks.undo()).toMatchObject({ card: first, side: 'front' });
    expect(decks.undo()).toBeUndefined();
  });
});

describe('a leech', () => {
  it('is tagged and suspended at the threshold, and again after half as many lapses', async () => {
    const { decks, addCards, goTo, parts } = await openDecks({ settings: { leechThreshold: 4 } });
    const id = addCards(1)[0]?.id as string;
    async function lapse() {
      decks.review(id, 'easy');
      await goTo(parts.clock.now() + 9 * day);
      return decks.review(id, 'again').leech;
    }
    expect([await lapse(), await lapse(), await lapse()]).toEqual([false, false, false]);
    expect(await lapse()).toBe(true);
    expect(decks.cards.get(id)).toMatchObject({ tags: ['leech'], suspended: true });
    expect(decks.due()).toEqual([]);
    decks.undo();
    expect(decks.cards.get(id).tags).toEqual([]);
    expect(decks.cards.get(id).suspended).toBeUndefined();
    expect(decks.review(id, 'again').leech).toBe(true);
    decks.cards.resume([id]);
    expect([await lapse(), await lapse()]).toEqual([false, true]);
    decks.undo();
    // The tag is from before.
    expect(decks.cards.get(id)).toMatchObject({ tags: ['leech'] });
    expect(decks.cards.get(id).suspended).toBeUndefined();
  });

  it('is made after 8 lapses unless the settings say otherwise', async () => {
    const { decks, deck, addCards, goTo, parts } = await openDecks();
    const id = addCards(1)[0]?.id as string;
    const leeches: boolean[] = [];
    for (let lapses = 0; lapses < 8; lapses++) {
      decks.review(id, 'easy');
      await goTo(parts.clock.now() + 5 * day);
      leeches.push(decks.review(id, 'again').leech);
    }
    expect(leeches).toEqual([...new Array(7).fill(false), true]);
    decks.cards.resume([id]);
    decks.configure(deck, { leechThreshold: 0 });
    for (let lapses = 0; lapses < 9; lapses++) {
      decks.review(id, 'easy');
      await goTo(parts.clock.now() + 5 * day);
      expect(decks.review(id, 'again').leech).toBe(false);
    }
  });
});

describe('a deck is mastered', () => {
  it('when every side is stable for 21 days, and once until it is not any more', async () => {
    const { decks, deck, addCards, goTo, parts, log } = await openDecks();
    const ids = addCards(2).map(({ id }) => id) as [string, string];
    const events = () => {
      const undone = new Set(log.list().map((event) => (event.type === 'undone' ? event.event : '')));
      return log.list().filter(({ type, id }) => type === 'deck-mastered' && !undone.has(id)).length;
    };
    /** Reviews until a side is stable. */
    async function learn(id: string): Promise<boolean> {
      for (;;) {
        await goTo(parts.clock.now() + 10 * day);
        const { entry, mastered } = decks.review(id, 'easy');
        expect(mastered).toBe(events() > 0 && decks.get(deck).mastered);
        if (entry.after.stability >= 21) return mastered;
        expect(mastered).toBe(false);
      }
    }
    expect(await learn(ids[0])).toBe(false);
    expect(await learn(ids[1])).toBe(true);
    expect([decks.get(deck).mastered, events()]).toEqual([true, 1]);
    decks.undo();
    expect([decks.get(deck).mastered, events()]).toEqual([false, 0]);
    decks.review(ids[1], 'easy');
    await goTo(parts.clock.now() + day);
    expect(decks.review(ids[0], 'easy').mastered).toBe(false);
    expect([decks.get(deck).mastered, events()]).toEqual([true, 1]);
    // Forgotten, and learnt again.
    await goTo(parts.clock.now() + 90 * day);
    decks.review(ids[0], 'again');
    expect(decks.get(deck).mastered).toBe(false);
    decks.undo();
    expect(decks.get(deck).mastered).toBe(true);
    decks.review(ids[0], 'again');
    while (!decks.get(deck).mastered) {
      await goTo(parts.clock.now() + 10 * day);
      decks.review(ids[0], 'easy');
    }
    expect(events()).toBe(2);
    // What is new is not mastered, wherever it comes from.
    const other = decks.create({ name: 'Other' }).id;
    decks.cards.move(ids, other);
    for (const id of ids) decks.review(id, 'easy');
    expect(decks.get(other).mastered).toBe(true);
    decks.cards.move(ids, deck);
    expect(decks.get(deck).mastered).toBe(true);
    const added = addCards(1, other).map(({ id }) => id);
    expect(decks.get(other).mastered).toBe(false);
    decks.cards.move(added, deck);
    expect(decks.get(deck).mastered).toBe(false);
  });
});

describe('the forecast and the statistics', () => {
  it('tell what is due on which day, and what was remembered', async () => {
    const { decks, deck, addCards, goTo, parts } = await openDecks();
    const ids = addCards(4).map(({ id }) => id) as [string, string, string, string];
    expect(decks.statistics()).toEqual({
      ...{ reviews: 0, ratings: { again: 0, hard: 0, good: 0, easy: 0 }, milliseconds: 0 },
      ...{ retention: undefined, youngRetention: undefined, matureRetention: undefined, predicted: undefined },
    });
    decks.review(ids[0], 'easy', { milliseconds: 1000 });
    decks.review(ids[1], 'easy', { milliseconds: 500 });
    decks.review(ids[2], 'good');
    const forecast = decks.forecast({ days: 10 });
    expect(forecast[0]).toEqual({ date: '2026-01-05', reviews: 1 });
    expect(forecast.map(({ reviews }) => reviews)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 2, 0]);
    expect(decks.statistics().predicted).toBe(1);
    await goTo(parts.clock.now() + 9 * day);
    // All are overdue.
    expect(decks.forecast({ days: 2 }).map(({ reviews }) => reviews)).toEqual([3, 0]);
    decks.cards.suspend([ids[2]]);
    expect(decks.forecast({ deck, days: 2 }).map(({ reviews }) => reviews)).toEqual([2, 0]);
    decks.review(ids[0], 'good');
    decks.review(ids[1], 'again');
    expect(decks.statistics()).toMatchObject({
      ...{ reviews: 5, ratings: { again: 1, hard: 0, good: 2, easy: 2 }, milliseconds: 1500 },
      ...{ retention: 0.5, youngRetention: 0.5, matureRetention: undefined },
    });
    expect(decks.statistics({ days: 1 }).reviews).toBe(2);
    expect(decks.statistics({ deck: decks.create({ name: 'Other' }).id }).reviews).toBe(0);
    decks.undo();
    expect(decks.statistics().retention).toBe(1);
    for (const days of [0, 1.5, 4000]) expect(() => decks.forecast({ days })).toThrow(badArgument);
    expect(() => decks.statistics({ deck: 'none' })).toThrow(notFound);
  });
});
