import { expect, test } from 'vitest';
import { decksToApkg } from '../../src/exports/anki/decks-to-apkg.ts';
import type { NewFlashcard } from '../../src/flashcards/cards.ts';
import { decksFromApkg } from '../../src/imports/anki/decks-from-apkg.ts';
import { decksFromQuizlet } from '../../src/imports/decks/decks-from-text.ts';
import { openDecks } from '../helpers/open-decks.ts';

const given: readonly NewFlashcard[] = [
  { front: 'Rent?', back: '950 €', tags: ['lease', 'two words'] },
  { kind: 'reversed', front: 'Miete', back: 'rent' },
  { kind: 'cloze', text: 'Notice: {{c1::three months}}' },
];

async function openExported() {
  const opened = await openDecks();
  const { decks, deck, parts } = opened;
  decks.cards.add(deck, given);
  const exported = () =>
    decksFromApkg(decksToApkg([{ name: 'Deck', cards: decks.cards.list({ deck }) }], { at: parts.clock.now() }))
      .decks[0]?.cards ?? [];
  return { ...opened, exported };
}

test('cards that come back from Anki are known again, with their schedules and reviews', async () => {
  const { decks, deck, exported } = await openExported();
  const before = decks.cards.list();
  decks.review(before[0]?.id as string, 'good');
  const schedules = before.map(({ id }) => decks.cards.sides(id));
  expect(decks.cards.import(deck, exported())).toEqual({ added: [], changed: [], unchanged: 3 });
  expect(decks.cards.list()).toEqual(before);
  expect(before.map(({ id }) => decks.cards.sides(id))).toEqual(schedules);
  expect(decks.reviews()).toHaveLength(1);
});

test('what was changed elsewhere is changed here, in the deck where the card is now', async () => {
  const { decks, deck, exported } = await openExported();
  const file = exported().map(({ guid, card }) => {
    if (card.kind === 'basic')
      return { guid, card: { ...card, kind: 'reversed' as const, back: '990 €', tags: ['x'] } };
    return card.kind === 'cloze'
      ? { guid, card: { ...card, text: 'Notice: {{c2::two}} {{c1::months}}' } }
      : { guid, card };
  });
  const [first] = decks.cards.list();
  decks.review(first?.id as string, 'easy');
  const other = decks.create({ name: 'Other' }).id;
  decks.cards.move([first?.id as string], other);
  const report = decks.cards.import(deck, file);
  expect(report.added).toEqual([]);
  expect(report.changed).toHaveLength(2);
  expect(report.unchanged).toBe(1);
  const changed = {
    id: first?.id,
    deck: other,
    kind: 'reversed',
    front: 'Rent?',
    back: '990 €',
    tags: ['x'],
    origin: 'user',
  };
  expect(decks.cards.get(first?.id as string)).toEqual(changed);
  const sides = (id: string) => decks.cards.sides(id).map(({ side, schedule }) => [side, schedule.reviews]);
  expect(sides(first?.id as string)).toEqual([
    ['front', 1],
    ['back', 0],
  ]);
  const cloze = report.changed.find(({ kind }) => kind === 'cloze');
  expect(sides(cloze?.id as string).map(([side]) => side)).toEqual(['c1', 'c2']);
});

test('two cards of a mastered deck may get new sides in one import', async () => {
  const { decks, deck } = await openDecks();
  const schedules = [
    { side: 'front', state: 'review', due: 1, stability: 30, difficulty: 5, days: 30, reviews: 3, lapses: 0 } as const,
  ];
  const cards = ['a', 'b'].map((guid) => ({ guid, card: { front: guid, back: 'x', schedules } }));
  const { added } = decks.cards.import(deck, cards);
  for (const { id } of added) decks.review(id, 'easy');
  expect(decks.get(deck).mastered).toBe(true);
  const reversed = cards.map(({ guid, card }) => ({ guid, card: { ...card, kind: 'reversed' as const } }));
  expect(decks.cards.import(deck, [...reversed, { card: { front: 'c', back: 'x' } }]).changed).toHaveLength(2);
  expect(decks.get(deck).mastered).toBe(false);
});

test('cards of other programs are known again by what those know them by, and in another library too', async () => {
  const one = await openExported();
  const two = await openDecks();
  const foreign = [...one.exported(), { guid: 'b:Q/7', card: { front: 'a:b', back: 'c' } }];
  const { added } = two.decks.cards.import(two.deck, [...foreign, ...foreign]);
  expect(added).toHaveLength(4);
  expect(two.decks.cards.import(two.deck, foreign).unchanged).toBe(4);
  const own = added.find((card) => card.kind === 'basic' && card.front === 'a:b')?.id as string;
  expect(two.decks.review(own, 'good').entry.card).toBe(own);
  // Back in the first library its own cards are its own.
  const cards = two.decks.cards.list();
  const back = decksFromApkg(decksToApkg([{ name: 'Deck', cards }], { at: 0 })).decks[0]?.cards ?? [];
  expect(one.decks.cards.import(one.deck, back)).toMatchObject({
    added: [{ front: 'a:b' }],
    changed: [],
    unchanged: 3,
  });
});

test('cards that nothing knows are passed over where the deck has their very text', async () => {
  const { decks, deck } = await openDecks();
  const read = (text: string) => decksFromQuizlet(text).decks[0]?.cards ?? [];
  expect(decks.cards.import(deck, read('bank\triver\nbank\tmoney\nbank\triver')).added).toHaveLength(2);
  const again = decks.cards.import(deck, read('bank\triver\nseat\tchair'));
  expect(again).toMatchObject({ added: [{ front: 'seat' }], unchanged: 1 });
});

test('a card that was erased with its document comes back as a new one', async () => {
  const { cubo, decks, deck } = await openDecks();
  const locator = { kind: 'characters', start: 0, end: 4 } as const;
  // Its document is not in the library: what it says is not kept.
  const grounding = { source: '/none', chunk: 1, locator, quote: 'Rent', sha256: 'x' };
  expect(decks.cards.add(deck, [{ front: 'Rent?', back: '950', grounding }])).toEqual([]);
  const guid = cubo.records.list('study.card')[0]?.id as string;
  const { added } = decks.cards.import(deck, [{ guid, card: { front: 'Rent?', back: '950' } }]);
  expect(added).toMatchObject([{ id: guid, front: 'Rent?' }]);
  expect(decks.due({ deck }).map(({ card }) => card.id)).toEqual([guid]);
});

test('what is no import is refused, and nothing of it is taken', async () => {
  const { decks, deck } = await openDecks();
  const card = { front: 'a', back: 'b' };
  const refused = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
  for (const cards of [{}, [null], [{ card, guid: 7 }], [{ card }, { card: { front: '' } }], [card]]) {
    expect(() => decks.cards.import(deck, cards as never)).toThrow(refused);
  }
  expect(() => decks.cards.import('none', [])).toThrow(expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' }));
  expect(decks.cards.list()).toEqual([]);
});
