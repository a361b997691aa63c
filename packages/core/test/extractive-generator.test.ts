import type { Passage } from '@cubo/contracts';
import { generatorConformance } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { createAnalyzer, extractiveGenerator } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

describe('the extractive generator keeps the contract', () => {
  for (const check of generatorConformance({ create: () => extractiveGenerator({ analyzer: createAnalyzer() }) })) {
    test(check.name, check.run);
  }
});

const generator = extractiveGenerator({ analyzer: createAnalyzer() });

/** The answer, line by line. */
async function answer(question: string, given: readonly Partial<Passage>[]): Promise<string[]> {
  const passages = given.map(
    (passage, i): Passage => ({
      number: i + 1,
      kind: 'prose',
      text: '',
      label: 'a.txt',
      score: 1 - i / 10,
      ...passage,
    }),
  );
  let text = '';
  for await (const event of generator.generate({ question, passages, messages: [] })) {
    if (event.type === 'text') text += event.text;
  }
  return text.split('\n');
}

const nothing = ['The documents do not answer this question.'];

describe('what only says what a document or a part of it is called is no answer', () => {
  const title = 'Lighthouse lease';
  const question = 'How long is the notice period for the lighthouse?';

  test('be it a passage of its own, or a line above the text', async () => {
    const passages = [
      {
        title,
        heading: [title, 'Notice'],
        text: 'Notice\n\nThe tenant of the lighthouse may give six weeks of notice.',
      },
      { title, heading: [title], text: 'Lighthouse lease' },
      { title, heading: [title, 'NOTICE'], text: 'Lighthouse  lease\nNotice' },
    ];
    expect(await answer(question, passages)).toEqual([
      'The tenant of the lighthouse may give six weeks of notice. [1]',
    ]);
    expect(await answer(question, passages.slice(1))).toEqual(nothing);
  });

  test('but the cell of a table may be called the same', async () => {
    const passage = { title: 'Notice', kind: 'table', context: 'word', text: 'notice\nlease' } as const;
    expect(await answer('notice?', [passage])).toEqual(['word', 'notice [1]']);
  });
});

describe('the header of a mail', () => {
  const context = 'Subject: Key of the boathouse\nFrom: Jonas <jonas@example.org>';
  const header = `${context}\nDate: Mon, 02 Mar 2026 10:00:00 +0100\nTo: Mia <mia@example.org>`;
  const text = `${header}\n\nThe key of the boathouse hangs behind the blue door.\nYours, Jonas`;

  test('is no answer beside the mail', async () => {
    expect(await answer('Where is the key of the boathouse?', [{ context, text }])).toEqual([
      'The key of the boathouse hangs behind the blue door. [1]',
    ]);
  });

  test('answers by the line where nothing else does, and in the midst of a text too', async () => {
    expect(await answer('Was Mia told?', [{ context, text }])).toEqual(['To: Mia <mia@example.org> [1]']);
    const forwarded =
      'Siehe unten.\n\n> Von: Jonas Weber\n> Gesendet: Montag\n> An: Mia\n> Betreff: Schlüssel\n\nEr hängt.';
    expect(await answer('Schlüssel von Weber?', [{ text: forwarded }])).toEqual([
      '> Von: Jonas Weber [1]',
      '> Betreff: Schlüssel [1]',
    ]);
    expect(await answer('Schlüssel?', [{ text: forwarded }, { text: 'Der Schlüssel liegt im Boot.' }])).toEqual([
      'Der Schlüssel liegt im Boot. [2]',
    ]);
  });

  test('is told from other lines of names and values', async () => {
    const lines = 'Rent: 900 euros\nDeposit: 1800 euros\nDate: 1 May';
    expect(await answer('How much is the rent?', [{ text: lines }, { text: 'The rent is due.' }])).toContain(
      'Rent: 900 euros Deposit: 1800 euros Date: 1 May [1]',
    );
    const talk = 'Q: Is the rent fair?\nA: It is.\nQ: Why?\nA: The rent is low.';
    expect(await answer('rent?', [{ text: talk }, { text: 'The rent is due.' }])).toContain('A: The rent is low. [1]');
  });
});

describe('function words of a question', () => {
  const keys = 'The keys of the house lie with the caretaker.';
  const audience = 'Ask the audience who has lost a colony.';

  test('do not outweigh the word that it is about, however rare they are', async () => {
    for (const passages of [
      [audience, keys],
      [keys, audience],
    ]) {
      const [first, ...others] = await answer(
        'Who has the keys?',
        passages.map((text) => ({ text })),
      );
      expect(first).toContain(keys);
      expect(others).toEqual([]);
    }
    expect(await answer('Who has the boat?', [{ text: audience }])).toEqual(nothing);
  });

  test('count where the question has no other words', async () => {
    expect(await answer('Who has?', [{ text: keys }, { text: audience }])).toEqual([`${audience} [2]`]);
  });

  test('are not known of every language: there each word counts by its rarity', async () => {
    const text = 'De man slaapt.\n\nDe boot vaart.\n\nDe haven ligt daar.\n\nSleutels hangen binnen.';
    expect((await answer('De sleutels?', [{ text }]))[0]).toBe('Sleutels hangen binnen. [1]');
  });
});

test('a sentence that is too short to tell its language by is read in that of its passage', async () => {
  const text = 'This is about what there is in the house and where it is.\n\nKeys hang inside.';
  expect(await answer('Where is the key?', [{ text }])).toEqual(['Keys hang inside. [1]']);
});

test('a line of a header that is quoted is cited to the letter', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const mail = [
    'From: Jonas <jonas@example.org>',
    'To: Mia <mia@example.org>',
    'Subject: Boathouse',
    '',
    'It is blue.',
  ];
  await writeFiles(documents, { 'boat.eml': mail.join('\r\n') });
  await finish(cubo.ingest(documents));
  const { text, citations } = await cubo.ask('Was Mia told?');
  expect(text).toBe('To: Mia <mia@example.org> [1]');
  expect(citations).toMatchObject([{ number: 1, quote: 'To: Mia <mia@example.org>' }]);
});
