import type { GenerationRequest, Generator } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { textTokens } from '@cubo/core';
import { expect, test } from 'vitest';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { type GenerationParts, generateItems } from '../../src/generation/generate-items.ts';
import type { GenerationStep } from '../../src/generation/generation-step.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';
import { type Card, cards, cardVariables } from './cards.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
};

async function generate(script: (request: GenerationRequest, asked: number) => string, count = 2) {
  const asked: GenerationRequest[] = [];
  const generator = scriptedGenerator({
    script(request) {
      asked.push(request);
      return script(request, asked.length);
    },
    capabilities: { jsonSchema: true },
  });
  const { parts } = await openStudyParts({ files, generator });
  const passages = await samplePassages(parts, { count: 10 });
  const steps: GenerationStep<Card>[] = [];
  for await (const step of generateItems(parts, cards, { passages, count, variables: cardVariables })) steps.push(step);
  const report = steps.at(-1);
  if (report?.type !== 'done') throw new Error('no report');
  return { asked, report, steps, passages };
}

const notice = {
  source: 1,
  quote: 'must give notice  THREE months before',
  front: 'How long is the notice?',
  back: 'three months',
};
const rent = { source: 2, quote: 'The rent is 950 euros a month.', front: 'What is the rent?', back: '950 euros' };

test('items are told with the exact words of their passage, and the report sums up', async () => {
  const { asked, report, steps } = await generate(() => `Here they are:\n${JSON.stringify({ cards: [notice, rent] })}`);
  expect(steps.map(({ type }) => type)).toEqual(['item', 'item', 'done']);
  expect(report.items.map(({ grounding, topic }) => [grounding.quote, topic])).toEqual([
    ['must give notice three months before', 'Notice'],
    ['The rent is 950 euros a month.', 'Rent'],
  ]);
  expect(report).toMatchObject({
    requests: 1,
    shortfall: 0,
    chunks: report.items.map(({ grounding }) => grounding.chunk),
  });
  expect(asked[0]?.messages[0]?.content).toContain('Write exactly 2 flashcards');
  expect(asked[0]?.responseSchema).toMatchObject({ properties: { cards: { maxItems: 2 } } });
});

test('what is missing is asked for once more, with what is there told', async () => {
  const lies = [
    { ...notice, quote: 'must give notice six months before' },
    { ...notice, source: 2 },
    { ...notice, source: undefined },
    { ...notice, back: 'four months' },
    { ...rent, back: '960 euros' },
    { ...rent, back: 7 },
  ];
  const { asked, report } = await generate((_, time) =>
    JSON.stringify({ cards: time === 1 ? [...lies, rent, rent] : [rent] }),
  );
  expect(report).toMatchObject({
    requests: 2,
    shortfall: 1,
    dropped: { 'quote-not-found': 2, 'no-source': 1, unsupported: 2, invalid: 1, duplicate: 2 },
  });
  expect(report.items).toHaveLength(1);
  expect(asked[1]?.messages[0]?.content).toContain('- what is the rent?');
  expect(asked[1]?.messages[0]?.content).toContain('Write exactly 1 flashcards');
});

test('a cut-off answer gives its complete items, and prose around none', async () => {
  const text = JSON.stringify({ cards: [notice, rent] });
  const { report } = await generate((_, time) => (time === 1 ? text.slice(0, -30) : 'I have no more [1].'));
  expect(report.items.map(({ item }) => item.back)).toEqual(['three months']);
  expect(report).toMatchObject({ requests: 2, shortfall: 1 });
});

test('keys that are known do not come again, and are told', async () => {
  const { parts } = await openStudyParts({ files, generator: scriptedGenerator({ script: JSON.stringify([rent]) }) });
  const passages = await samplePassages(parts, { count: 10 });
  const known = [rent.front.toLowerCase()];
  const report = await generateItems(parts, cards, { passages, count: 1, variables: cardVariables, known });
  expect(report).toMatchObject({ items: [], shortfall: 1, dropped: { duplicate: 2 } });
});

test('no passages and no items ask for nothing; a count that is none is refused', async () => {
  const { parts } = await openStudyParts({ generator: scriptedGenerator({ script: '[]' }) });
  const options = { passages: [], variables: cardVariables };
  expect(await generateItems(parts, cards, { ...options, count: 3 })).toMatchObject({ requests: 0, shortfall: 3 });
  expect(await generateItems(parts, cards, { ...options, count: 0 })).toMatchObject({ requests: 0, shortfall: 0 });
  await expect(generateItems(parts, cards, { ...options, count: 1.5 })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
  });
});

test('a kind that throws has its item dropped', async () => {
  const broken = {
    ...cards,
    claim(): string {
      throw new Error('broken');
    },
  };
  const { parts } = await openStudyParts({
    files,
    generator: scriptedGenerator({ script: JSON.stringify([rent, notice]) }),
  });
  const passages = await samplePassages(parts, { count: 10 });
  const report = await generateItems(parts, broken, { passages, count: 1, variables: cardVariables });
  expect(report).toMatchObject({ items: [], dropped: { invalid: 4 } });
});

test('a small window is kept to, with several requests', async () => {
  const long = Object.fromEntries(
    Array.from({ length: 8 }, (_, file) => [
      `${file}.md`,
      Array.from(
        { length: 15 },
        (__, line) => `The lamp of room ${file}.${line} costs ${file}${line} euros a piece.`,
      ).join(' '),
    ]),
  );
  const prompts: string[] = [];
  const generator = scriptedGenerator({
    contextWindow: 2048,
    script({ messages, maximumOutputTokens }) {
      const prompt = messages.map(({ content }) => content).join('');
      prompts.push(prompt);
      expect(textTokens(prompt) + (maximumOutputTokens ?? 0)).toBeLessThanOrEqual(2048);
      return '[]';
    },
  });
  const { parts } = await openStudyParts({ files: long, generator });
  const passages = await samplePassages(parts, { count: 10 });
  const report = await generateItems(parts, cards, { passages, count: 8, variables: cardVariables });
  expect(report.requests).toBe(prompts.length);
  for (const { text } of passages) expect(prompts.some((prompt) => prompt.includes(text))).toBe(true);
});

test('a generator that fails, and one that is broken off, end the generation with what came before', async () => {
  const text = `{"cards":[${JSON.stringify(notice)},`;
  for (const end of [[{ type: 'error', error: new Error('gone') }], []] as const) {
    const generator = scriptedGenerator({ script: [{ type: 'text', text }, ...end] });
    const { parts } = await openStudyParts({ files, generator });
    const passages = await samplePassages(parts, { count: 10 });
    const seen: string[] = [];
    const read = async (given: GenerationParts) => {
      for await (const step of generateItems(given, cards, { passages, count: 2, variables: cardVariables }))
        seen.push(step.type);
    };
    await expect(read(parts)).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
    await expect(read({ ...parts, generator })).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });
    expect(seen).toEqual(['item', 'item']);
  }
});

test('a generation is cancelled at any time, also while the generator does not listen', async () => {
  const generator: Generator = {
    ...scriptedGenerator({ script: '' }),
    async *generate() {
      yield { type: 'text', text: `{"cards":[${JSON.stringify(notice)},` };
      await new Promise(() => {});
    },
  };
  const { parts } = await openStudyParts({ files, generator });
  const passages = await samplePassages(parts, { count: 10 });
  const controller = new AbortController();
  const options = { passages, count: 2, variables: cardVariables, signal: controller.signal };
  const seen: string[] = [];
  await expect(
    (async () => {
      for await (const step of generateItems(parts, cards, options)) {
        seen.push(step.type);
        controller.abort(new Error('enough'));
      }
    })(),
  ).rejects.toThrow('enough');
  expect(seen).toEqual(['item']);
  await expect(generateItems(parts, cards, options)).rejects.toThrow('enough');
});
