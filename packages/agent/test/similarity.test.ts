import { join } from 'node:path';
import type { Embedder } from '@cubo/contracts';
import { createCubo } from '@cubo/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type AgentOptions, createAgent } from '../src/index.ts';
import { collect, ofType, writeFiles } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';
import { temporaryDirectory } from './helpers/temporary-directory.ts';

const concepts = [
  ['tenant', 'mieter', 'lessee'],
  ['notice', 'kündigen', 'terminate'],
  ['months', 'monate', 'weeks'],
  ['boiler', 'heizkessel', 'furnace'],
];

/** Knows some words, in two languages: what is about the same has a cosine of 1, half of it .7. */
function conceptEmbedder(): Embedder & { readonly asked: string[][] } {
  const asked: string[][] = [];
  const vectorOf = (text: string) => {
    const told = concepts.map((words) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : 0));
    const length = Math.hypot(...told) || 1;
    return Float32Array.from(told, (value) => value / length);
  };
  return {
    ...{ id: 'concepts', fingerprint: 'concepts/1', dimensions: concepts.length, maxBatch: 32, asked },
    async embedDocuments(texts) {
      asked.push([...texts]);
      return texts.map(vectorOf);
    },
    embedQuery: async (text) => vectorOf(text),
  };
}

const files = {
  'lease.md': 'The tenant must give notice three months before the end, in writing, to Mr Brandt.',
  'letter.txt': 'Dear tenant, the boiler will be replaced on 12 March.',
};

async function openLibrary(embedder: Embedder | undefined) {
  const directory = await temporaryDirectory();
  await writeFiles(join(directory, 'documents'), files);
  const path = join(directory, 'library');
  const cubo = await createCubo({ path, threads: false, workers: 0, ...(embedder && { embedder }) });
  onTestFinished(() => cubo.close());
  return { cubo, documents: join(directory, 'documents') };
}

async function answer(said: string, embedder: Embedder, leastSimilarity: AgentOptions['leastSimilarity']) {
  const { cubo, documents } = await openLibrary(embedder);
  await cubo.ingest(documents);
  const look = calls(['search_knowledge_base', { query: 'tenant notice three months', limit: 1 }]);
  const agent = createAgent({ cubo, generator: roundsGenerator([look, said]), leastSimilarity });
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('How do I leave?'));
  return { events, citations: ofType(events, 'citation'), turn: conversation.history()[0] };
}

const both = { weak: 0.8, supported: 0.95 };

test.each<[said: string, thresholds: AgentOptions['leastSimilarity'], support: string, similarity: number | undefined]>(
  [
    // The same in another language; what is about half of it is not the same.
    ['Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1].', both, 'supported', 1],
    ['Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1].', { weak: 0.8 }, 'weak', 1],
    ['Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1].', undefined, 'unsupported', undefined],
    ['Als Mieter lässt sich so etwas jederzeit kündigen [1].', both, 'weak', 0.82],
    ['Der Heizkessel wird dem Mieter bald gewiss erneuert [1].', both, 'unsupported', 0.41],
    // Words that are weak are raised too, and what they carry is not asked for.
    ['A lessee must terminate in writing weeks ahead, before moving on to another place [1].', both, 'supported', 1],
    ['The tenant must give notice three months before the end [1].', both, 'supported', undefined],
    // A number or a name that is not there counts for more than any vector.
    ['Wer Mieter ist, darf mit einer Frist von 6 Monaten kündigen [1].', both, 'unsupported', undefined],
    [
      'Whoever is a lessee may terminate by telling it to Mrs Keller some weeks ahead [1].',
      both,
      'unsupported',
      undefined,
    ],
  ],
)('%j with %j is %s', async (said, thresholds, support, similarity) => {
  const { citations } = await answer(said, conceptEmbedder(), thresholds);
  expect(citations).toHaveLength(1);
  expect(citations[0]?.support).toBe(support);
  if (similarity === undefined) expect(citations[0]?.similarity).toBeUndefined();
  else expect(citations[0]?.similarity).toBeCloseTo(similarity, 2);
});

test('an answer that is carried by its meaning is not called one that is not in the documents', async () => {
  const said =
    'Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1]. Ja, als Mieter zu kündigen ist so einfach [1].';
  const embedder = conceptEmbedder();
  const { events, turn } = await answer(said, embedder, both);
  expect(ofType(events, 'notice')).toEqual([]);
  expect(turn?.answer).toBe(said);
  // Stored as it was told; all texts were asked for at once, and each once.
  expect(turn?.sentences.map(({ support, similarity }) => [support, similarity?.toFixed(2)])).toEqual([
    ['supported', '1.00'],
    ['weak', '0.82'],
  ]);
  expect(embedder.asked.at(-1)).toHaveLength(3);
  const byWords = await answer(said, conceptEmbedder(), undefined);
  expect(ofType(byWords.events, 'notice')).toMatchObject([{ notice: 'not-in-documents' }]);
});

test('where vectors cannot be had the words decide, and a notice tells why', async () => {
  const failing = { ...conceptEmbedder() };
  const { cubo, documents } = await openLibrary(failing);
  await cubo.ingest(documents);
  const said = 'Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1].';
  const look = calls(['search_knowledge_base', { query: 'tenant notice three months', limit: 1 }]);
  const agent = createAgent({ cubo, generator: roundsGenerator([look, said]), leastSimilarity: both });
  failing.embedDocuments = () => Promise.reject(new Error('out of memory'));
  const turn = await (await agent.conversation()).send('How do I leave?');
  expect(turn).toMatchObject({ finish: 'stop', sentences: [{ support: 'unsupported' }] });
  expect(turn.notices[0]).toMatchObject({
    notice: 'no-similarity',
    message: expect.stringContaining('The embedder concepts failed: out of memory.'),
  });

  // The built-in one is asked when it was trained.
  const untrained = await openLibrary(undefined);
  const early = createAgent({
    cubo: untrained.cubo,
    generator: roundsGenerator(['The kitchen is what it costs [1].']),
    leastSimilarity: both,
  });
  const attachments = [{ name: 'offer.md', bytes: Buffer.from('The offer is about cupboards and a stove.') }];
  const { notices } = await (await early.conversation()).send('What does it cost?', { attachments });
  expect(notices[0]).toMatchObject({
    notice: 'no-similarity',
    message: expect.stringContaining('no embedder that can be asked yet'),
  });
});

test('a turn that is cancelled while vectors are made ends as cancelled, with its text', async () => {
  const slow = conceptEmbedder();
  const { cubo, documents } = await openLibrary(slow);
  await cubo.ingest(documents);
  const look = calls(['search_knowledge_base', { query: 'tenant notice three months', limit: 1 }]);
  const said = 'Wer Mieter ist, darf mit einer Frist von Monaten kündigen [1].';
  const agent = createAgent({ cubo, generator: roundsGenerator([look, said]), leastSimilarity: both });
  const conversation = await agent.conversation();
  const embed = vi.spyOn(slow, 'embedDocuments').mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  const turn = conversation.send('How do I leave?').then((done) => done);
  await vi.waitFor(() => expect(embed).toHaveBeenCalled());
  await conversation.stop();
  expect(await turn).toMatchObject({ finish: 'cancelled', answer: said, sentences: [] });
});

test.each([{ weak: 2 }, { supported: Number.NaN }, { least: 0.5 }, 0.5])('%j is refused', async (leastSimilarity) => {
  const { cubo } = await openLibrary(undefined);
  const make = () => createAgent({ cubo, leastSimilarity: leastSimilarity as never });
  expect(make).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});
