import { dirname } from 'node:path';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { describe, expect, it } from 'vitest';
import type { DeckStep } from '../../src/flashcards/decks.ts';
import { openDecks } from '../helpers/open-decks.ts';
import { writeFiles } from '../helpers/open-study-parts.ts';

const badArgument = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
const notFound = expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' });
const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day. A deposit is a sum that secures the claims of the landlord.\n',
};
const notice = {
  source: 1,
  quote: 'must give notice three months before',
  front: 'How long is the notice?',
  back: 'three months',
};
const rent = {
  source: 2,
  quote: 'The rent is 950 euros a month.',
  kind: 'cloze',
  text: 'The rent is {{c1::950 euros}} a month.',
};
const deposit = {
  ...{ source: 2, quote: 'A deposit is a sum that secures the claims of the landlord.', kind: 'reversed' },
  ...{ front: 'deposit', back: 'a sum that secures the claims of the landlord' },
};

function answering(...answers: readonly (readonly object[])[]) {
  let asked = 0;
  return scriptedGenerator({ script: () => JSON.stringify({ cards: answers[asked++] ?? [] }) });
}

describe('cards written by a model', () => {
  it('are in a new deck as soon as they come, with the words they rest on', async () => {
    const { decks, deck, log, cubo } = await openDecks({ files, generator: answering([notice, rent]) });
    const steps: DeckStep[] = [];
    for await (const step of decks.generate({ count: 2 })) {
      steps.push(step);
      if (step.type === 'card') expect(decks.cards.get(step.card.id)).toEqual(step.card);
    }
    expect(steps.map(({ type }) => type)).toEqual(['card', 'card', 'done']);
    const report = steps.at(-1);
    if (report?.type !== 'done') throw new Error('no report');
    const [source] = [...cubo.documents()].map(({ uri }) => uri);
    expect(report).toMatchObject({ shortfall: 0, deck: { name: 'Lease' } });
    expect(report.deck?.id).not.toBe(deck);
    expect(report.cards).toMatchObject([
      {
        kind: 'basic',
        front: 'How long is the notice?',
        back: 'three months',
        origin: 'model',
        topic: 'Notice',
        tags: [],
      },
      { kind: 'cloze', text: 'The rent is {{c1::950 euros}} a month.', origin: 'model', topic: 'Rent' },
    ]);
    expect(report.cards.map(({ grounding }) => [grounding?.source, grounding?.quote])).toEqual([
      [source, 'must give notice three months before'],
      [source, 'The rent is 950 euros a month.'],
    ]);
    expect(log.list().filter(({ type }) => type === 'deck-created')).toHaveLength(2);
    decks.review(report.cards[0]?.id as string, 'good');
    expect(log.list().find(({ type }) => type === 'card-reviewed')).toMatchObject({ topic: 'Notice', source });
  });

  it('are dropped where they are blank, the same twice, or none, and numbers become texts', async () => {
    const bad = [
      ...[
        { ...notice, front: ' ' },
        { ...notice, back: null },
        { ...notice, front: true },
        { ...notice, front: ['a'] },
      ],
      ...[
        { ...rent, text: 'The rent is {{c1::950 euros a month.' },
        { ...rent, text: 'The rent is 950 euros.' },
      ],
      ...[{ ...notice, front: 'Three months.' }, { ...rent, text: { a: 1 } }, 7, null],
    ] as object[];
    const number = { ...rent, kind: 'basic', text: undefined, front: 950, back: 'the rent in euros a month' };
    const { decks } = await openDecks({
      ...{ files, generator: answering([...bad, notice, { ...notice, front: 'how long is the  notice' }, number]) },
    });
    const { cards, shortfall, dropped } = await decks.generate({ count: 4 });
    expect(cards.map((card) => ('front' in card ? card.front : card.text))).toEqual(['How long is the notice?', '950']);
    expect(shortfall).toBe(2);
    expect(dropped).toMatchObject({ duplicate: 1 });
    expect(dropped.invalid).toBeGreaterThanOrEqual(8);
  });

  it('are of the kinds that are asked for, and come in addition to those of a deck', async () => {
    const generator = answering(
      [notice, deposit, rent, { ...notice, kind: 'basic', front: 'When?' }],
      [{ ...deposit, front: 'Deposit?' }],
      [deposit, rent],
    );
    const { decks } = await openDecks({ files, generator });
    const { deck, cards } = await decks.generate({ count: 3, kinds: ['reversed'], name: 'Words' });
    expect(deck?.name).toBe('Words');
    expect(cards.map(({ kind }) => kind)).toEqual(['reversed', 'reversed']);
    const more = await decks.generate({ count: 2, kinds: ['reversed', 'cloze'], deck: deck?.id as string });
    expect(more.cards.map(({ kind }) => kind)).toEqual(['cloze']);
    expect(more.deck?.id).toBe(deck?.id);
    expect(decks.get(deck?.id as string).counts.cards).toBe(3);
    const coverage = await decks.coverage(deck?.id as string);
    expect(coverage.documents[0]?.sections.map(({ heading, used }) => [heading.at(-1), used])).toEqual([
      ['Notice', 1],
      ['Rent', 1],
    ]);
    const none = decks.create({ name: 'None' }).id;
    expect(await decks.coverage(none)).toMatchObject({ passages: 0 });
    expect(await decks.coverage(none, { scope: {} })).toMatchObject({ passages: 2, used: 0 });
    await expect(decks.coverage('none')).rejects.toThrow(notFound);
  });

  it('are none, and no deck is made, where a model writes nonsense', async () => {
    const { decks, log } = await openDecks({ files, generator: scriptedGenerator({ script: () => 'I cannot.' }) });
    expect(await decks.generate({ count: 3 })).toMatchObject({ deck: undefined, cards: [], shortfall: 3 });
    expect(decks.list()).toHaveLength(1);
    expect(log.count()).toBe(1);
  });

  it('stay when the generation is given up', async () => {
    const { decks } = await openDecks({ files, generator: answering([notice, rent]) });
    const controller = new AbortController();
    const reason = new Error('enough');
    const generation = decks.generate({ count: 9, signal: controller.signal });
    await expect(
      (async () => {
        for await (const step of generation) if (step.type === 'card') controller.abort(reason);
      })(),
    ).rejects.toBe(reason);
    expect(decks.cards.list().length).toBeGreaterThanOrEqual(1);
  });

  it('are stale when the document says something else, and gone with it', async () => {
    const { decks, cubo, deck } = await openDecks({ files, generator: answering([notice, rent]) });
    const { cards } = await decks.generate({ count: 2 });
    decks.cards.add(deck, [{ front: 'own', back: 'card' }]);
    const states = async () => [...(await decks.cards.checkGrounding()).values()];
    expect(await states()).toEqual(['current', 'current']);
    const [uri = ''] = [...cubo.documents()].map((document) => document.uri);
    const folder = dirname(uri);
    await writeFiles(folder, { 'lease.md': files['lease.md'].replace('950 euros', '990 euros') });
    await cubo.ingest(folder);
    expect(await states()).toEqual(['current', 'stale']);
    expect([...(await decks.cards.checkGrounding({ deck })).values()]).toEqual([]);
    await cubo.erase(uri);
    expect(await states()).toEqual([]);
    expect(decks.list().map(({ name, counts }) => [name, counts.cards])).toEqual([
      ['Deck', 1],
      ['Flashcards', 0],
    ]);
    expect(() => decks.cards.get(cards[0]?.id as string)).toThrow(notFound);
  });
});

describe('cards made by rules', () => {
  it('are marked as such, quote their documents, and do not come twice', async () => {
    const { decks, cubo } = await openDecks({ files });
    const { deck, cards } = await decks.generate({ count: 5 });
    expect(cards.length).toBeGreaterThan(1);
    expect(new Set(cards.map(({ origin }) => origin))).toEqual(new Set(['rules']));
    const [document] = [...cubo.documents()];
    const texts: string[] = [];
    for await (const { text } of cubo.read(document?.uri as string)) texts.push(text);
    for (const { grounding } of cards) expect(texts.join('\n')).toContain(grounding?.quote);
    const more = await decks.generate({ count: 5, deck: deck?.id as string });
    const keys = [...cards, ...more.cards].map((card) => ('front' in card ? card.front : card.text));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('generate() refuses what makes no sense', async () => {
  const { decks, deck } = await openDecks();
  const wrong: object[] = [
    ...[{}, { count: 0 }, { count: 501 }, { count: 1.5 }, { count: 1, kinds: [] }, { count: 1, kinds: ['picture'] }],
    ...[
      { count: 1, difficulty: 'hard' },
      { count: 1, name: '' },
      { count: 1, name: 'a', deck },
      { count: 1, size: 2 },
    ],
  ];
  for (const options of wrong) expect(() => decks.generate(options as never)).toThrow(badArgument);
  expect(() => decks.generate({ count: 1, deck: 'none' })).toThrow(notFound);
});
