import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Generator } from '@cubo/contracts';
import { hashingEmbedder, scriptedGenerator } from '@cubo/contracts/testing';
import { describe, expect, test, vi } from 'vitest';
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

/** A generator that writes with this function. */
function generatorOf(generate: Generator['generate']): Generator {
  return { ...scriptedGenerator({ script: '' }), generate };
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
  expect(answer.citations[0]).toMatchObject({ quote: 'key replacement,40', locator: { kind: 'rows', rows: [2, 2] } });
});

test('what the documents do not answer has no citations', async () => {
  const { cubo } = await filled();
  const answer = await cubo.ask('xylophone zeppelin?');
  expect(answer.citations).toEqual([]);
  expect(answer.text).toBe('The documents do not answer this question.');
});

describe('a question that the documents hardly answer', () => {
  /** More than a hundred passages, each about something of its own. */
  async function archive(options: Parameters<typeof openCubo>[0] = {}) {
    const opened = await openCubo(options);
    const names = Array.from({ length: 120 }, (_, i) => `n${(i * 7919).toString(36)}`);
    const files = names.map((name, i) => [
      `${name}.txt`,
      `The ${name} was built in ${1700 + i} and stands near a river.`,
    ]);
    await writeFiles(opened.documents, { ...Object.fromEntries(files), ...documents });
    await finish(opened.cubo.ingest(opened.documents));
    return opened;
  }

  test('is not put to the generator', async () => {
    let calls = 0;
    const generator = generatorOf(async function* () {
      calls++;
      yield { type: 'text', text: 'It is.' };
      yield { type: 'finish', reason: 'stop' };
    });
    const { cubo } = await archive({ generator });
    const missing = await cubo.ask('Which enzyme metabolises the anticoagulant near a river?');
    expect(missing).toMatchObject({
      text: 'The documents do not answer this question.',
      generator: 'none',
      citations: [],
      finish: 'stop',
    });
    expect(missing.confidence).toBeLessThan(0.1);
    expect(calls).toBe(0);
    const answered = await cubo.ask('How long is the notice period of the lease?');
    expect(answered.generator).toBe(generator.id);
    expect(answered.confidence).toBeGreaterThan(0.3);
    const asked = await cubo.ask('Which enzyme metabolises the anticoagulant near a river?', { leastConfidence: 0 });
    expect(asked).toMatchObject({ text: 'It is.', confidence: missing.confidence });
    expect(calls).toBe(2);
    const strict = await cubo.ask('How long is the notice period of the lease?', { leastConfidence: 1 });
    expect(strict.generator).toBe('none');
  });

  test('is judged as it is searched', async () => {
    const { cubo } = await archive();
    const question = 'How long is the notice period of the lease?';
    const excluded = await cubo.ask(`${question} -notice -river -fee`, { syntax: 'operators' });
    expect(excluded).toMatchObject({ generator: 'none', confidence: 0, hits: [] });
    const narrowed = await cubo.ask(`${question} -zebra -giraffe -lion`, { syntax: 'operators' });
    const plain = await cubo.ask(question);
    expect(narrowed.generator).toBe('extractive');
    expect(narrowed.confidence).toBeCloseTo(plain.confidence ?? Number.NaN, 10);
  });

  test('is put to it in a small library, and where an embedder of the host may know more than words', async () => {
    const { cubo: small } = await filled();
    const answer = await small.ask('Which enzyme metabolises the rent?');
    expect(answer.confidence).toBeUndefined();
    expect(answer.generator).toBe('extractive');
    const embedder = hashingEmbedder({ dimensions: 16 });
    const { cubo } = await archive({ embedder });
    const other = await cubo.ask('Which enzyme metabolises the anticoagulant near a river?');
    expect(other.generator).toBe('extractive');
  });

  test.each([-0.1, 1.5, Number.NaN, '0.5'])('refuses the confidence %s', async (leastConfidence) => {
    const { cubo } = await filled();
    await expect(cubo.ask('rent?', { leastConfidence: leastConfidence as number })).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringContaining('leastConfidence'),
    });
  });
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

test.each([
  ['at once', 0],
  ['half-way', 2],
])('a generator that throws %s fails the answer, with its error as the cause', async (_when, steps) => {
  const cause = new TypeError('fetch failed');
  const { cubo } = await filled({
    generator: generatorOf(async function* () {
      for (let i = 0; i < steps; i++) yield { type: 'text', text: 'half ' };
      throw cause;
    }),
  });
  await expect(Promise.resolve(cubo.ask('Are pets allowed?'))).rejects.toMatchObject({
    code: 'CUBO_GENERATOR_FAILED',
    summary: 'The generator scripted failed: fetch failed.',
    cause,
  });
});

test('an answer that was cut off says so', async () => {
  const { cubo } = await filled({
    generator: scriptedGenerator({
      script: [
        { type: 'text', text: 'Three months [1] to the' },
        { type: 'finish', reason: 'length' },
      ],
    }),
  });
  expect(await cubo.ask('What is the notice period?')).toMatchObject({
    text: 'Three months [1] to the',
    finish: 'length',
  });
});

describe('an answer that is not read to its end', () => {
  /** Writes for ever, without looking at the signal. */
  function endless() {
    const state = { steps: 0, returned: false, signal: undefined as AbortSignal | undefined };
    const generator = generatorOf(async function* (_request, options) {
      state.signal = options?.signal;
      try {
        for (;;) {
          await setImmediate();
          state.steps++;
          yield { type: 'text', text: 'and so on ' };
        }
      } finally {
        state.returned = true;
      }
    });
    return { state, generator };
  }

  async function readSome(answer: AsyncIterable<AnswerEvent>, texts: number) {
    let read = 0;
    for await (const event of answer) if (event.type === 'text' && ++read === texts) break;
  }

  test('stops when its reader leaves', async () => {
    const { state, generator } = endless();
    const { cubo } = await filled({ generator });
    const answer = cubo.ask('Are pets allowed?');
    await readSome(answer, 2);
    await vi.waitFor(() => expect(state.returned).toBe(true));
    expect(state.signal?.aborted).toBe(true);
    expect(state.steps).toBeLessThan(5);
    await expect(Promise.resolve(answer)).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('goes on while another reader is there, and stops after the last', async () => {
    const { state, generator } = endless();
    const { cubo } = await filled({ generator });
    const answer = cubo.ask('Are pets allowed?');
    await Promise.all([readSome(answer, 2), readSome(answer, 30)]);
    expect(state.steps).toBeGreaterThanOrEqual(30);
    await vi.waitFor(() => expect(state.returned).toBe(true));
  });

  test('goes on while it is awaited', async () => {
    const { cubo } = await filled({ generator: scriptedGenerator({ script: 'Pets are allowed [1].' }) });
    const stream = cubo.ask('Are pets allowed?');
    const whole = Promise.resolve(stream);
    for await (const _event of stream) break;
    expect(await whole).toMatchObject({ text: 'Pets are allowed [1].' });
  });

  test('is stopped by close, even where the generator hangs', async () => {
    const { cubo } = await filled({
      generator: generatorOf(async function* () {
        yield { type: 'text', text: 'well ' };
        await new Promise(() => {});
      }),
    });
    const reading = (async () => {
      for await (const event of cubo.ask('Are pets allowed?')) if (event.type === 'text') await cubo.close();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
  });

  test('leaves no listener behind on the signal of the caller', async () => {
    const { cubo } = await filled();
    const { signal } = new AbortController();
    await cubo.ask('Are pets allowed?', { signal });
    await cubo.search('pets', { signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('is stopped by the signal of the caller, with its reason', async () => {
    const { state, generator } = endless();
    const { cubo } = await filled({ generator });
    const stop = new AbortController();
    const answer = Promise.resolve(cubo.ask('Are pets allowed?', { signal: stop.signal }));
    await vi.waitFor(() => expect(state.steps).toBeGreaterThan(1));
    stop.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
    await vi.waitFor(() => expect(state.returned).toBe(true));
  });
});

test('footnote numbers of a document are not taken for citations of the answer', async () => {
  const { cubo, documents: folder } = await openCubo();
  await writeFiles(folder, {
    'whale.txt': 'The blue whale weighs 150 tonnes.[2] It lives in every ocean.[1]',
    'elephant.txt': 'The elephant weighs 6 tonnes. The weight of a whale is greater.',
  });
  await finish(cubo.ingest(folder));
  const answer = await cubo.ask('What does the blue whale weigh in tonnes?');
  const [first] = answer.citations;
  expect(first).toMatchObject({ source: join(folder, 'whale.txt'), quote: expect.stringContaining('150 tonnes.') });
  for (const { number, source } of answer.citations) expect(answer.hits[number - 1]?.source).toBe(source);
  expect(answer.text.match(/\[\d+\]/g)).toHaveLength(answer.text.split('\n').length);
});

test('headings and questions are no answers, and the same sentence is said once', async () => {
  const { cubo, documents: folder } = await openCubo();
  const text =
    '# Reporting a bug\n\nHow do I report a bug? Write to the bug tracker with a small example. Thank you.\n';
  await writeFiles(folder, { 'a.md': text, 'b.md': text });
  await finish(cubo.ingest(folder));
  const answer = await cubo.ask('How do I report a bug?');
  expect(answer.text).toBe('Write to the bug tracker with a small example. [1]');
});
