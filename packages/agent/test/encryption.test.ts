import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cubo, type CuboOptions, createCubo } from '@cubo/core';
import { expect, onTestFinished, test } from 'vitest';
import { createAgent } from '../src/index.ts';
import { writeFiles } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';
import { temporaryDirectory } from './helpers/temporary-directory.ts';

const key = randomBytes(32);
const encryption = { key };

/** A word that stands nowhere else. */
const word = () => `q${randomBytes(6).toString('hex')}7`;

/** Which of these words stand in the bytes of any file of a folder, or in its name. */
async function readable(folder: string, words: Readonly<Record<string, string>>): Promise<string[]> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const text = entry.isFile() ? (await readFile(path)).toString('latin1').toLowerCase() : '';
    for (const [name, one] of Object.entries(words)) if (`${path} ${text}`.includes(one)) found.add(name);
  }
  return [...found].sort();
}

async function open(path: string, options: Partial<CuboOptions>): Promise<Cubo> {
  const cubo = await createCubo({ path, threads: false, workers: 0, embedder: false, ...options });
  onTestFinished(() => cubo.close());
  return cubo;
}

/** Uses a library for conversations in every way, and looks into its files at each step. */
async function converse(options: Partial<CuboOptions>) {
  const directory = await temporaryDirectory();
  const library = join(directory, 'library');
  const documents = join(directory, 'documents');
  const words = {
    ...{ id: word(), title: word(), question: word(), thinking: word(), input: word(), answer: word(), second: word() },
    ...{ attachment: word(), file: word(), scope: word() },
  };
  const seen = new Set<string>();
  const look = async () => {
    for (const name of await readable(library, words)) seen.add(name);
  };
  await writeFiles(documents, { 'lease.md': 'The tenant must give notice three months before the end.' });
  let cubo = await open(library, options);
  await cubo.ingest(documents, { categories: { '**': words.scope } });
  const rounds = [
    [
      { type: 'thinking' as const, text: `Look for ${words.thinking}.` },
      ...calls(['search_knowledge_base', { query: `notice ${words.input}` }]),
    ],
    `The tenant must give notice three months before the end [1], ${words.answer}.`,
    `It is ${words.second} [1].`,
  ];
  let agent = createAgent({ cubo, generator: roundsGenerator(rounds) });
  const scope = { categories: [words.scope] };
  const conversation = await agent.conversation(words.id, { scope, title: words.title });
  const attachments = [{ name: `${words.file}.txt`, bytes: Buffer.from(`The kitchen is ${words.attachment}.`) }];
  for await (const event of conversation.send(`What of ${words.question}?`, { attachments })) {
    if (event.type === 'tool-result') await look();
  }
  await look();
  await conversation.send('And the second?');
  const history = conversation.history();
  await cubo.close();
  await look();

  // Another process of the same key goes on where this one was.
  cubo = await open(library, options);
  agent = createAgent({ cubo, generator: roundsGenerator(['Once more.']) });
  const again = await agent.conversation(words.id, {});
  expect(again.history()).toEqual(history);
  expect(history.map(({ answer }) => answer.includes(words.answer))).toEqual([true, false]);
  const found = (query: string) => agent.conversations().search(query);
  for (const sought of [words.question, words.answer, words.second, words.file]) expect(found(sought)).toHaveLength(1);
  expect(agent.conversations().list()).toMatchObject([{ id: words.id, title: words.title, turns: 2 }]);
  again.rewind(1);
  expect(found(words.second)).toEqual([]);
  expect(found(words.answer)).toHaveLength(1);
  await look();
  expect(await agent.conversations().delete(words.id)).toBe(true);
  expect(agent.conversations().list()).toEqual([]);
  expect(found(words.answer)).toEqual([]);
  await look();
  await cubo.close();
  return { library, words, seen: [...seen].sort() };
}

test('of conversations in an encrypted library nothing can be read, at any moment', async () => {
  const plain = await converse({});
  expect(plain.seen, 'each of the words is written').toEqual(Object.keys(plain.words).sort());
  const { seen } = await converse({ encryption });
  expect(seen).toEqual([]);
});

test('conversations are not opened with another key, or without one', async () => {
  const path = join(await temporaryDirectory(), 'library');
  const cubo = await open(path, { encryption });
  const agent = createAgent({ cubo, generator: roundsGenerator(['Two and two make four, as everybody knows.']) });
  await (await agent.conversation('a')).send('How much is 2 + 2?');
  await cubo.close();
  await expect(open(path, { encryption: { key: randomBytes(32) } })).rejects.toMatchObject({ code: 'CUBO_KEY_WRONG' });
  await expect(open(path, {})).rejects.toMatchObject({ code: 'CUBO_LIBRARY_ENCRYPTED' });
  const right = createAgent({ cubo: await open(path, { encryption }) });
  expect((await right.conversation('a')).history()).toMatchObject([{ question: 'How much is 2 + 2?' }]);
});
