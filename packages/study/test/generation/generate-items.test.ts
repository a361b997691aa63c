import type { GenerationRequest } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { generateItems } from '../../src/generation/generate-items.ts';
import type { GenerationStep } from '../../src/generation/generation-step.ts';
import type { ItemKind } from '../../src/generation/item-kind.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
};

interface Card {
  readonly front: string;
  readonly back: string;
}

const cards: ItemKind<Card> = {
  prompt: 'flashcards',
  list: 'cards',
  schema: {
    type: 'object',
    properties: { front: { type: 'string' }, back: { type: 'string' } },
    required: ['front', 'back'],
  },
  validate: ({ front, back }) => (typeof front === 'string' && typeof back === 'string' ? { front, back } : undefined),
  key: ({ front }) => front.toLowerCase(),
  claim: ({ back }) => back,
};
const variables = { kinds: 'basic', difficulty: 'easy', example: '{}' };

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
  for await (const step of generateItems(parts, cards, { passages, count, variables })) steps.push(step);
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
