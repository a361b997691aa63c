import { describe, expect, it } from 'vitest';
import type { NewFlashcard } from '../../src/flashcards/cards.ts';
import { openDecks } from '../helpers/open-decks.ts';

const badArgument = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
const notFound = expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' });
const cloze: NewFlashcard = { kind: 'cloze', text: '{{c1::Bern}} is the capital of {{c2::Switzerland}}.' };

describe('cards', () => {
  it('are added, listed in their order, and found by tag and text', async () => {
    const { decks, deck } = await openDecks();
    const other = decks.create({ name: 'Other' });
    const added = decks.cards.add(deck, [
      { front: ' Which period? ', back: 'Three months', tags: ['law', ' law ', 'lease'] },
      { kind: 'reversed', front: 'Miete', back: 'rent', topic: 'Words' },
      { ...cloze, extra: 'Since 1848.' },
    ]);
    decks.cards.add(other.id, [{ front: 'Period', back: 'Punkt', suspended: true, origin: 'import' }]);
    expect(added[0]).toEqual({
      ...{ id: added[0]?.id, deck, kind: 'basic', front: 'Which period?', back: 'Three months' },
      ...{ tags: ['law', 'lease'], origin: 'user' },
    });
    expect(decks.cards.list({ deck })).toEqual(added);
    const fronts = (options: Parameters<typeof decks.cards.list>[0]) =>
      decks.cards.list(options).map((card) => (card.kind === 'cloze' ? card.text : card.front));
    expect(fronts({ tag: 'lease' })).toEqual(['Which period?']);
    expect(fronts({ text: 'PERIOD' })).toEqual(['Which period?', 'Period']);
    expect(fronts({ text: 'months which' })).toEqual(['Which period?']);
    expect(fronts({ text: '1848' })).toHaveLength(1);
    expect(fronts({ suspended: true })).toEqual(['Period']);
    expect(fronts({ suspended: false, limit: 1, offset: 1 })).toEqual(['Miete']);
    expect(decks.cards.sides(added[2]?.id as string).map(({ side }) => side)).toEqual(['c1', 'c2']);
  });

  it('are refused where they are none, and then none is added', async () => {
    const { decks, deck } = await openDecks();
    const wrong: unknown[] = [
      ...[
        undefined,
        {},
        { front: 'a' },
        { front: ' ', back: 'b' },
        { front: 1, back: 'b' },
        { kind: 'cloze', text: 'a' },
      ],
      ...[
        { kind: 'picture', front: 'a', back: 'b' },
        { front: 'a', back: 'b', tags: [''] },
        { front: 'a', back: 'b', tag: 'c' },
        { front: 'a', back: 'b', origin: 'elsewhere' },
        { front: 'a', back: 'b', topic: 7 },
      ],
    ];
    for (const card of wrong) {
      expect(() => decks.cards.add(deck, [{ front: 'a', back: 'b' }, card as NewFlashcard])).toThrow(badArgument);
    }
    expect(decks.cards.list()).toEqual([]);
    expect(() => decks.cards.add('none', [])).toThrow(notFound);
    expect(() => decks.cards.get('none')).toThrow(notFound);
    expect(() => decks.cards.tag(['none'], ['a'])).toThrow(notFound);
    expect(() => decks.cards.list({ tags: 'a' } as never)).toThrow(badArgument);
    expect(() => decks.cards.list({ limit: -1 })).toThrow(badArgument);
    expect(() => decks.cards.list({ offset: 0.5 })).toThrow(badArgument);
  });

  it('go on from where another program left them', async () => {
    const { decks, deck, parts } = await openDecks();
    const now = parts.clock.now();
    const day = 86_400_000;
    const learnt = {
      state: 'review',
      due: now - 1,
      stability: 30,
      difficulty: 5,
      days: 30,
      reviews: 4,
      lapses: 1,
    } as const;
    const [card] = decks.cards.add(deck, [
      {
        ...{ kind: 'reversed', front: 'a', back: 'b', origin: 'import' },
        schedules: [
          { ...learnt, side: 'front' },
          { ...learnt, side: 'c1' },
          { ...learnt, side: 'back', stability: Number.NaN },
        ],
      },
    ]);
    expect(decks.cards.sides(card?.id as string).map(({ schedule }) => schedule)).toMatchObject([
      { ...learnt, side: 'front', lastReview: now - 1 - 30 * day },
      { side: 'back', state: 'new' },
    ]);
    expect(decks.due().map(({ side }) => side)).toEqual(['front']);
    // Nine of ten remember it after 30 days, and it comes again in more.
    expect(decks.statistics().predicted).toBeCloseTo(0.9, 3);
    expect(decks.review(decks.due()[0]?.id as string, 'good').entry.after.days).toBeGreaterThan(60);
    expect(() => decks.cards.add(deck, [{ front: 'a', back: 'b', schedules: [7] as never }])).toThrow(badArgument);
  });

  it('keep their schedules when they are edited, and sides come and go', async () => {
    const { decks, deck } = await openDecks();
    const [basic, gaps] = decks.cards.add(deck, [{ front: 'a', back: 'b' }, cloze]);
    const id = basic?.id as string;
    decks.review(id, 'easy');
    decks.cards.edit(id, { front: 'A', kind: 'reversed', topic: 'Letters' });
    expect(decks.cards.get(id)).toMatchObject({ front: 'A', back: 'b', kind: 'reversed', topic: 'Letters' });
    expect(decks.cards.sides(id).map(({ side, schedule }) => [side, schedule.state])).toEqual([
      ['front', 'review'],
      ['back', 'new'],
    ]);
    decks.cards.edit(id, { kind: 'basic', topic: ' ' });
    expect(decks.cards.sides(id).map(({ side }) => side)).toEqual(['front']);
    expect(decks.cards.get(id).topic).toBeUndefined();
    const clozeId = gaps?.id as string;
    decks.review(`${clozeId}:c2`, 'easy');
    decks.cards.edit(clozeId, { text: '{{c2::Bern}} is a {{c3::town}}.', extra: 'Since 1191.' });
    expect(decks.cards.sides(clozeId).map(({ side, schedule }) => [side, schedule.reviews])).toEqual([
      ['c2', 1],
      ['c3', 0],
    ]);
    decks.cards.edit(clozeId, { extra: '' });
    expect(decks.cards.get(clozeId)).not.toHaveProperty('extra');
    expect(() => decks.cards.edit(clozeId, { front: 'a' })).toThrow(badArgument);
    expect(() => decks.cards.edit(clozeId, { text: 'no gap' })).toThrow(badArgument);
    expect(() => decks.cards.edit(id, { text: '{{c1::a}}' })).toThrow(badArgument);
    expect(() => decks.cards.edit(id, { back: ' ' })).toThrow(badArgument);
  });

  it('are tagged, moved and suspended, all that are given or none', async () => {
    const { decks, deck, addCards } = await openDecks();
    const ids = addCards(2).map(({ id }) => id);
    decks.cards.tag(ids, ['a', 'b']);
    decks.cards.untag(ids.slice(1), ['a', 'c']);
    expect(decks.cards.list().map(({ tags }) => tags)).toEqual([['a', 'b'], ['b']]);
    expect(() => decks.cards.suspend([ids[0] as string, 'none'])).toThrow(notFound);
    expect(decks.cards.list({ suspended: true })).toEqual([]);
    decks.cards.suspend(ids.slice(0, 1));
    expect(decks.get(deck).counts).toEqual({ cards: 2, new: 1, learning: 0, due: 0, suspended: 1 });
    expect(decks.due().map(({ card }) => card.id)).toEqual(ids.slice(1));
    decks.cards.resume(ids);
    expect(decks.due().map(({ card }) => card.id)).toEqual(ids);
    const other = decks.create({ name: 'Other' });
    decks.review(ids[1] as string, 'easy');
    decks.cards.move(ids, other.id);
    expect(decks.get(deck).counts.cards).toBe(0);
    expect(decks.get(other.id).counts).toMatchObject({ cards: 2, new: 1 });
    expect(decks.cards.sides(ids[1] as string)[0]?.schedule.reviews).toBe(1);
    expect(decks.reviews({ deck: other.id })).toHaveLength(1);
    expect(decks.due({ deck: other.id }).map(({ card }) => card.id)).toEqual(ids.slice(0, 1));
  });

  it('are deleted with their schedules and reviews', async () => {
    const { decks, addCards, cubo } = await openDecks();
    const ids = addCards(2).map(({ id }) => id);
    for (const id of ids) decks.review(id, 'good');
    expect(decks.cards.delete([ids[0] as string, 'none', ids[0] as string])).toBe(1);
    const counts = () => ['study.card', 'study.schedule', 'study.review'].map((name) => cubo.records.count(name));
    expect(counts()).toEqual([1, 1, 1]);
    expect(decks.cards.delete(ids)).toBe(1);
    expect(counts()).toEqual([0, 0, 0]);
  });

  it('that ask the same are merged into the one with the longest history', async () => {
    const { decks, deck } = await openDecks();
    const other = decks.create({ name: 'Other' }).id;
    const [first, second, single] = decks.cards.add(deck, [
      { front: 'Which period?', back: 'Three months', tags: ['a'] },
      { front: 'which  period', back: 'three months', tags: ['b'] },
      { front: 'Other', back: 'b' },
    ]);
    const [third] = decks.cards.add(other, [{ front: 'WHICH PERIOD', back: 'Two weeks', tags: ['c'] }]);
    decks.review(second?.id as string, 'good');
    decks.review(second?.id as string, 'good');
    decks.review(first?.id as string, 'good');
    const idsOf = (groups: ReturnType<typeof decks.cards.duplicates>) =>
      groups.map(({ kept, others }) => [kept.id, ...others.map(({ id }) => id)]);
    expect(idsOf(decks.cards.duplicates({ deck }))).toEqual([[second?.id, first?.id]]);
    expect(idsOf(decks.cards.duplicates())).toEqual([[second?.id, first?.id, third?.id]]);
    const [merged] = decks.cards.mergeDuplicates();
    expect(merged?.kept.tags).toEqual(['b', 'a', 'c']);
    expect(merged?.others).toEqual([first, third]);
    expect(decks.cards.list().map(({ id }) => id)).toEqual([second?.id, single?.id]);
    expect(decks.cards.get(second?.id as string).tags).toEqual(['b', 'a', 'c']);
    expect(decks.reviews()).toHaveLength(2);
    expect(decks.cards.mergeDuplicates()).toEqual([]);
  });
});

describe('decks', () => {
  it('are made, renamed, set and deleted with all that is in them', async () => {
    const { decks, deck, addCards, cubo, log } = await openDecks();
    expect(decks.list().map(({ name }) => name)).toEqual(['Deck']);
    expect(decks.rename(deck, ' Lease ').name).toBe('Lease');
    expect(decks.configure(deck, { retention: 0.8 }).settings).toEqual({
      ...{ retention: 0.8, newPerDay: 20, reviewsPerDay: 200, learningSteps: [1, 10], relearningSteps: [10] },
      ...{ maximumInterval: 36_500, leechThreshold: 8, suspendLeeches: true, fuzz: false },
    });
    for (const { id } of addCards(3)) decks.review(id, 'good');
    const other = decks.create({ name: 'Other' });
    addCards(1, other.id);
    expect(decks.delete(deck)).toBe(true);
    expect(decks.delete(deck)).toBe(false);
    const counts = ['study.deck', 'study.card', 'study.schedule', 'study.review'].map((name) =>
      cubo.records.count(name),
    );
    expect(counts).toEqual([1, 1, 1, 0]);
    expect(
      log
        .list()
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...['card-reviewed', 'card-reviewed', 'card-reviewed', 'deck-created', 'deck-created']]);
  });

  it('are refused with settings that make no sense', async () => {
    const { decks, deck } = await openDecks();
    const wrong: object[] = [
      ...[{ retention: 1 }, { retention: 0.5 }, { newPerDay: -1 }, { reviewsPerDay: 1.5 }, { maximumInterval: 0 }],
      ...[{ learningSteps: [1440] }, { learningSteps: [0] }, { learningSteps: 10 }, { relearningSteps: ['1m'] }],
      ...[{ fuzz: 1 }, { leechThreshold: Number.NaN }, { newperday: 3 }],
    ];
    for (const settings of wrong) {
      expect(() => decks.create({ name: 'a', settings })).toThrow(badArgument);
      expect(() => decks.configure(deck, settings)).toThrow(badArgument);
    }
    for (const name of ['', ' ', 7]) expect(() => decks.rename(deck, name as string)).toThrow(badArgument);
    expect(() => decks.rename('none', 'a')).toThrow(notFound);
    expect(decks.list()).toHaveLength(1);
    await expect(openDecks({ parts: { rolloverHour: 24 } })).rejects.toThrow(badArgument);
  });
});
