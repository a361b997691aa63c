import { join } from 'node:path';
import type { Extractor } from '@cubo/contracts';
import { createCubo } from '@cubo/core';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from '../src/index.ts';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';
import { temporaryDirectory } from './helpers/temporary-directory.ts';

const file = (name: string, text: string) => ({ name, bytes: Buffer.from(text) });
const offer = file('offer.md', '# Offer\n\nThe kitchen costs 4200 euros, delivery included. It is delivered on 3 May.');

test('a document that is attached is shown as a whole, cited, and remembered', async () => {
  const generator = roundsGenerator(['The kitchen costs 4200 euros [1].', 'On 3 May [1].']);
  const { agent, cubo } = await openAgent(generator);
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('What does it cost?', { attachments: [offer] }));
  expect(ofType(events, 'source')).toMatchObject([
    { number: 1, source: 'attachment:0/offer.md', label: 'offer.md, Offer' },
  ]);
  expect(ofType(events, 'citation')).toMatchObject([
    { support: 'supported', citations: [{ source: 'attachment:0/offer.md' }] },
  ]);
  await conversation.send('And when?');
  const told = generator.requests[1]?.messages.map(({ content }) => content).join('\n');
  expect(told).toContain('delivery included');
  expect([...cubo.documents()].map(({ uri }) => uri)).not.toContain('attachment:0/offer.md');
});

test('a long document is searched, for the question and by the model, instead of cut', async () => {
  const filler = Array.from({ length: 400 }, (_, i) => `Paragraph ${i} tells of the weather in the hills of Umbria.`);
  filler[390] = 'The password of the safe is Heidelberg.';
  const generator = roundsGenerator(
    [
      calls(['search_attachments', { query: 'delivery weather umbria' }]),
      'Heidelberg is the password of the safe [5].',
    ],
    {
      contextWindow: 5000,
    },
  );
  const { agent } = await openAgent(generator);
  const turn = await (await agent.conversation()).send('What is the password of the safe?', {
    attachments: [file('diary.txt', filler.join('\n\n'))],
  });
  expect(generator.requests[0]?.messages.at(-1)?.content).toContain('Heidelberg');
  expect(turn.calls).toMatchObject([
    { name: 'search_attachments', outcome: 'done', content: expect.stringContaining('Umbria') },
  ]);
  for (const { memory } of [turn]) expect(memory?.usedTokens).toBeLessThanOrEqual(memory?.budgetTokens ?? 0);
});

test('what cannot be read is told, and the turn goes on', async () => {
  const generator = roundsGenerator(['I cannot read it.'], { capabilities: { images: false } });
  const { agent } = await openAgent(generator, { attachments: { maximumCharacters: 1500 } });
  const attachments = [
    file('broken.pdf', '%PDF-1.7 nothing'),
    file('long.txt', 'One sentence after the other. '.repeat(100)),
    file('odd.xyz', '\0\u0001\u0002'),
    { name: 'plan.png', bytes: new Uint8Array(4) },
    { name: 'nothing.png', bytes: new Uint8Array() },
  ];
  const turn = await (await agent.conversation()).send('Read', { attachments });
  expect(turn.notices.map(({ notice, message }) => [notice, message.split(':')[0]])).toEqual([
    ['attachment-unread', 'broken.pdf'],
    ['attachment-unread', 'long.txt'],
    ['attachment-unread', 'odd.xyz'],
    ['attachment-unread', 'nothing.png'],
    ['images-ignored', 'The generator rounds sees no images.'],
  ]);
  expect(turn.finish).toBe('stop');
});

test('limits of size and count are kept before anything is stored', async () => {
  const { agent } = await openAgent(roundsGenerator(['x']), { attachments: { maximumCount: 1, maximumBytes: 100 } });
  const conversation = await agent.conversation();
  const refused = (attachments: never) => expect(conversation.send('x', { attachments })).rejects;
  await refused([offer, file('b.md', 'x')] as never).toMatchObject({ code: 'CUBO_LIMIT_EXCEEDED' });
  await refused([file('a.txt', 'x'.repeat(101))] as never).toMatchObject({ code: 'CUBO_SOURCE_TOO_LARGE' });
  await refused([{ name: '', bytes: new Uint8Array(1) }] as never).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  await refused([{ name: 'a', bytes: 'text' }] as never).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(conversation.history()).toEqual([]);
});

test('an attachment is brought into the library where that is wanted', async () => {
  const { agent, cubo, directory } = await openAgent(roundsGenerator(['Fine.']));
  const conversation = await agent.conversation('a');
  await conversation.send('Keep this', { attachments: [offer] });
  const done = await conversation.keep(0, 'offer.md', { metadata: { category: 'offers' } });
  expect(done.outcomes.indexed).toBe(1);
  expect(await cubo.search('kitchen delivery')).toMatchObject([{ source: 'attachment:a/0/offer.md' }]);
  expect([...cubo.documents({ scope: { metadata: { category: 'offers' } } })]).toHaveLength(1);
  expect(() => conversation.keep(0, 'none.md')).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  expect(join(directory)).toBeTruthy();
});

test('a document that is not read in time is told as unread, and a turn that is cancelled does not wait for it', async () => {
  const directory = await temporaryDirectory();
  const endless: Extractor = {
    ...{ id: 'endless', mediaTypes: [], extensions: ['.endless'] },
    async *extract() {
      await new Promise(() => {});
    },
  };
  const path = join(directory, 'library');
  const cubo = await createCubo({ path, threads: false, workers: 0, embedder: false, extractors: [endless] });
  onTestFinished(() => cubo.close());
  const attachments = [file('a.endless', 'x'), offer];
  const generator = roundsGenerator(['The kitchen costs 4200 euros [1].']);
  const hasty = createAgent({ cubo, generator, attachments: { timeoutMilliseconds: 200 } });
  const turn = await (await hasty.conversation()).send('What does it cost?', { attachments });
  expect(turn).toMatchObject({ finish: 'stop', sentences: [{ support: 'supported' }] });
  expect(turn.notices).toEqual([
    {
      notice: 'attachment-unread',
      message: 'a.endless: Reading a.endless took longer than 200 ms. Ingest it into the library.',
    },
  ]);
  const patient = createAgent({ cubo, generator });
  const signal = AbortSignal.timeout(100);
  const cancelled = await (await patient.conversation()).send('What does it cost?', { attachments, signal });
  expect(cancelled).toMatchObject({ finish: 'cancelled', notices: [] });
});
