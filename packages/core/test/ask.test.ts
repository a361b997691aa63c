import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import type { AnswerEvent } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

const documents = {
  'lease.txt':
    'This lease begins on 1 May. The notice period is three months to the end of a quarter. Pets are allowed. The rent is 900 euros.',
  'fees.csv': 'service,fee\nkey replacement,40\nwindow repair,120\n',
};

async function filled(options: Parameters<typeof openCubo>[0] = {}) {
  const opened = await openCubo(options);
  await writeFiles(opened.documents, documents);
  await finish(opened.cubo.ingest(opened.documents));
  return opened;
}

test('without a language model the best sentences answer, quoted to the letter', async () => {
  const { cubo, documents: folder } = await filled();
  const answer = await cubo.ask('What is the notice period?');
  expect(answer.generator).toBe('extractive');
  expect(answer.text).toContain('The notice period is three months to the end of a quarter. [1]');
  const [citation] = answer.citations;
  expect(citation).toMatchObject({ number: 1, source: join(folder, 'lease.txt') });
  const file = await readFile(join(folder, 'lease.txt'), 'utf8');
  expect(file.slice(citation?.locator.start, citation?.locator.end)).toBe(citation?.quote);
  expect(citation?.quote).toBe('The notice period is three months to the end of a quarter.');
});

test('rows of a table are quoted as rows', async () => {
  const { cubo } = await filled();
  const answer = await cubo.ask('What does a key replacement cost?');
  expect(answer.citations[0]?.quote).toBe('key replacement,40');
});

test('what the documents do not answer has no citations', async () => {
  const { cubo } = await filled();
  const answer = await cubo.ask('xylophone zeppelin?');
  expect(answer.citations).toEqual([]);
  expect(answer.text).toBe('The documents do not answer this question.');
});

test('steps can be read as they come, by several readers, and the question is answered once', async () => {
  let calls = 0;
  const scripted = scriptedGenerator({
    script: [
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'Three months ' },
      { type: 'text', text: '[1], and more [9].' },
      { type: 'finish', reason: 'stop' },
    ],
  });
  const { cubo } = await filled({
    generator: {
      ...scripted,
      generate(request, options) {
        calls++;
        return scripted.generate(request, options);
      },
    },
  });
  const stream = cubo.ask('What is the notice period?');
  expect(calls).toBe(0);
  const read = async () => {
    const events: AnswerEvent[] = [];
    for await (const event of stream) events.push(event);
    return events;
  };
  const [first, second] = await Promise.all([read(), read()]);
  const answer = await stream;
  expect(calls).toBe(1);
  expect(first.map((event) => event.type)).toEqual(['passages', 'thinking', 'text', 'text', 'citation', 'done']);
  expect(second).toEqual(first);
  expect(answer.text).toBe('Three months [1], and more [9].');
  expect(answer.citations).toMatchObject([{ number: 1, quote: expect.stringContaining('three months') }]);
});

test('the prompt holds the numbered passages with their places, and the question', async () => {
  let prompt = '';
  const scripted = scriptedGenerator({ script: [{ type: 'finish', reason: 'stop' }] });
  const { cubo } = await filled({
    generator: {
      ...scripted,
      generate(request, options) {
        prompt = request.messages.map((message) => message.content).join('\n');
        return scripted.generate(request, options);
      },
    },
  });
  await cubo.ask('Are pets allowed?');
  expect(prompt).toMatch(/\[1\] lease\.txt, line 1\nThis lease begins/);
  expect(prompt).toContain('Question: Are pets allowed?');
});

test.each([
  ['an error', [{ type: 'error', error: new Error('model crashed') }] as const],
  ['a cut stream', [{ type: 'text', text: 'half an' }] as const],
])('a generator that ends with %s fails the answer', async (_what, events) => {
  const { cubo } = await filled({ generator: scriptedGenerator({ script: [...events] }) });
  await expect(Promise.resolve(cubo.ask('Are pets allowed?'))).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
});
