import { describe, expect, it } from 'vitest';
import { openDecks } from '../helpers/open-decks.ts';

const minute = 60_000;
const badArgument = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
const notFound = expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' });

describe('the due queue', () => {
  it('has what is being learnt first, then reviews, then new sides', async () => {
    const { decks, deck, addCards, goTo, parts } = await openDecks();
    const ids = addCards(5).map(({ id }) => id);
    const due = () => decks.due().map(({ card }) => ids.indexOf(card.id));
    expect(due()).toEqual([0, 1, 2, 3, 4]);
    // Comes again in 8 days.
    decks.review(ids[3] as string, 'easy');
    expect(due()).toEqual([0, 1, 2, 4]);
    await goTo('2026-01-13T12:00:00Z');
    decks.review(ids[2] as string, 'again');
    expect(due()).toEqual([3, 0, 1, 4]);
    await goTo(parts.clock.now() + minute);
    expect(due()).toEqual([2, 3, 0, 1, 4]);
    expect(decks.due({ limit: 2 }).map(({ side, front, back }) => [side, front, back])).toEqual([
      ['front', 'front 2', 'back 2'],
      ['front', 'front 3', 'back 3'],
    ]);
    expect(decks.get(deck).counts).toEqual({ cards: 5, new: 3, learning: 1, due: 1, suspended: 0 });
    expect(decks.due({ limit: 0 })).toEqual([]);
    for (const limit of [-1, 1.5, Number.NaN]) expect(() => decks.due({ limit })).toThrow(badArgument);
    expect(() => decks.due({ deck: 'none' })).toThrow(notFound);
  });

  it('has the limits of each deck by the day of the user, which begins at four', async () => {
    const { decks, deck, addCards, goTo } = await openDecks({
      parts: { timeZone: 'Europe/Berlin' },
      settings: { newPerDay: 3, reviewsPerDay: 2 },
    });
    addCards(12);
    const other = decks.create({ name: 'Other', settings: { newPerDay: 1 } }).id;
    addCards(5, other);
    const states = (options = {}) => decks.due({ deck, ...options }).map(({ schedule }) => schedule.state);
    expect(states()).toEqual(['new', 'new', 'new']);
    expect(decks.due()).toHaveLength(4);
    expect(decks.due({ deck: other })).toHaveLength(1);
    for (const { id } of decks.due({ deck, limit: 2 })) decks.review(id, 'easy');
    expect(states()).toEqual(['new']);
    // Half past three in the night is still the same day, four is the next.
    await goTo('2026-01-06T02:30:00Z');
    expect(states()).toEqual(['new']);
    await goTo('2026-01-06T03:00:00Z');
    expect(states()).toEqual(['new', 'new', 'new']);
    decks.review(decks.due({ deck })[0]?.id as string, 'easy');
    // Eight days later three reviews are due, and two are a day's work.
    await goTo('2026-01-14T12:00:00Z');
    expect(states()).toEqual(['review', 'review', 'new', 'new', 'new']);
    decks.review(decks.due({ deck })[0]?.id as string, 'good');
    expect(states()).toEqual(['review', 'new', 'new', 'new']);
    expect(decks.get(deck).counts).toMatchObject({ due: 2, new: 9 });
    decks.undo();
    expect(states()).toEqual(['review', 'review', 'new', 'new', 'new']);
  });

  it.each([
    ['2026-03-28T11:00:00Z', '2026-03-29T02:00:00.000Z'],
    ['2026-10-24T10:00:00Z', '2026-10-25T03:00:00.000Z'],
  ])('counts days, and not hours, over changes of the clocks (%s)', async (reviewed, due) => {
    const { decks, addCards, goTo } = await openDecks({ parts: { timeZone: 'Europe/Berlin' } });
    const id = addCards(1)[0]?.id as string;
    await goTo(reviewed);
    decks.configure(decks.list()[0]?.id as string, { learningSteps: [], maximumInterval: 1 });
    const { after } = decks.review(id, 'good').entry;
    expect(after.days).toBe(1);
    expect(new Date(after.due).toISOString()).toBe(due);
    await goTo(Date.parse(due) - 1);
    expect(decks.due()).toEqual([]);
    await goTo(due);
    expect(decks.due()).toHaveLength(1);
  });

  it('has one side of a card a day, unless it is being learnt', async () => {
    const { decks, deck, goTo, parts } = await openDecks();
    const [reversed, cloze] = decks.cards.add(deck, [
      { kind: 'reversed', front: 'a', back: 'b' },
      { kind: 'cloze', text: '{{c1::one}} {{c2::two}} {{c3::three}}' },
    ]);
    const sides = () => decks.due().map(({ card, side }) => [card.id === reversed?.id ? 'reversed' : 'cloze', side]);
    expect(sides()).toEqual([
      ['reversed', 'front'],
      ['cloze', 'c1'],
    ]);
    decks.review(`${reversed?.id}:front`, 'again');
    decks.review(`${cloze?.id}:c1`, 'easy');
    expect(sides()).toEqual([]);
    await goTo(parts.clock.now() + minute);
    expect(sides()).toEqual([['reversed', 'front']]);
    await goTo('2026-01-06T12:00:00Z');
    expect(sides()).toEqual([
      ['reversed', 'front'],
      ['cloze', 'c2'],
    ]);
    // What is being learnt comes in any case, and takes the place of the other side.
    decks.review(`${reversed?.id}:back`, 'again');
    await goTo(parts.clock.now() + minute);
    expect(sides()).toEqual([
      ['reversed', 'front'],
      ['reversed', 'back'],
      ['cloze', 'c2'],
    ]);
    decks.review(`${cloze?.id}:c2`, 'easy');
    await goTo('2026-01-20T12:00:00Z');
    expect(sides().filter(([card]) => card === 'cloze')).toEqual([['cloze', 'c1']]);
  });

  it('has nothing of documents that were erased', async () => {
    const { decks, deck, cubo } = await openDecks({ files: { 'a.md': 'The rent is 950 euros a month.' } });
    const [document] = cubo.documents();
    const grounding = {
      ...{
        source: document?.uri as string,
        sha256: document?.sha256 as string,
        chunk: 0,
        quote: 'The rent is 950 euros',
      },
      locator: { start: 0, end: 21 },
    };
    const [quoted, own] = decks.cards.add(deck, [
      { front: 'What is the rent?', back: '950 euros', topic: 'Rent', grounding: grounding as never },
      { front: 'own', back: 'card' },
    ]);
    decks.review(quoted?.id as string, 'easy');
    await cubo.erase(document?.uri as string);
    expect(decks.cards.list()).toEqual([own]);
    expect(decks.due().map(({ card }) => card)).toEqual([own]);
    expect(decks.get(deck).counts).toEqual({ cards: 1, new: 1, learning: 0, due: 0, suspended: 0 });
    expect(decks.forecast().every(({ reviews }) => reviews === 0)).toBe(true);
    expect(decks.reviews()).toHaveLength(1);
    expect(() => decks.preview(quoted?.id as string)).toThrow(notFound);
    decks.review(own?.id as string, 'good');
    expect(decks.undo()?.card).toBe(own?.id);
    expect(decks.undo()?.card).toBe(quoted?.id);
    expect(decks.cards.mergeDuplicates()).toEqual([]);
    expect(JSON.stringify(['study.card', 'study.event'].map((name) => cubo.records.list(name)))).not.toMatch(
      /euros|What|"Rent"/,
    );
    expect(decks.delete(deck)).toBe(true);
    expect(['study.card', 'study.schedule', 'study.review'].map((name) => cubo.records.count(name))).toEqual([0, 0, 0]);
  });
});
