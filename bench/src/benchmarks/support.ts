import { createAgent } from '@cubo/agent';
import type { Generator } from '@cubo/contracts';
import { type CuboOptions, type Embedder, sentencesOf } from '@cubo/core';
import { type Benchmark, type Figure, figuresResult } from '../benchmark.ts';
import { badArguments, parseArguments } from '../command/index.ts';
import { type Dataset, openDataset } from '../datasets/index.ts';
import { givenVectors } from '../evaluation/given-vectors.ts';
import { idOf, withLibrary } from '../evaluation/with-library.ts';
import { areaUnderCurve } from '../metrics/index.ts';
import { reportUsage } from '../reporting/index.ts';

const usage = `npm run --silent bench -- support --data <folder> [--set scifact] [--vectors <folder>] ${reportUsage}`;
const supports = ['supported', 'weak', 'unsupported'] as const;

/** A statement that cites a passage that was found for it, as the agent has judged it. */
interface Judgement {
  readonly isRelevant: boolean;
  readonly support: (typeof supports)[number];
  /** Where its words did not carry it, and no number or name was missing. */
  readonly similarity: number | undefined;
}

/** Whether checked citations tell the passages that carry a statement from the others that were found for it, by words and by vectors. */
export const benchmark: Benchmark = {
  summary: 'how the agent judges statements by passages found for them, of documents that answer them and others',
  async run(args, output) {
    const known = { data: { type: 'string' }, set: { type: 'string' }, vectors: { type: 'string' } } as const;
    const { data, set = 'scifact', vectors } = parseArguments(args, known, usage);
    if (data === undefined) throw badArguments('The folder of the sets is missing.', usage);
    const dataset = await openDataset(data, set);
    const embedder = vectors === undefined ? undefined : withStatements(await givenVectors(vectors, dataset), dataset);
    return withLibrary(dataset, embedder === undefined ? {} : { embedder: await embedder }, async ({ cubo }) => {
      // No cosine is higher: all are told, and none raises anything.
      const leastSimilarity = { weak: 1 };
      const agent = createAgent({ cubo, generator: repeater, leastSimilarity, leastCoverage: 0 });
      const conversation = await agent.conversation();
      const judgements: Judgement[] = [];
      for (const { text, relevance } of await dataset.queries()) {
        // What is no sentence would run into the next one.
        if (!/[.?!]$/.test(text) || sentencesOf(text, 'prose').length !== 1) continue;
        const { sentences } = await conversation.send(text);
        for (const { support, similarity, citations } of sentences) {
          const source = citations[0]?.source;
          if (source === undefined) continue;
          judgements.push({ isRelevant: (relevance.get(idOf(source)) ?? 0) > 0, support, similarity });
        }
        conversation.rewind(0);
      }
      output.message(`${set}: ${judgements.length} passages found for statements`);
      await agent.close();
      return figuresResult(figuresOf(judgements));
    });
  },
};

/** Says what it was asked once for each passage, and cites it. */
const repeater: Generator = {
  id: 'repeater',
  contextWindow: Number.POSITIVE_INFINITY,
  capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
  async *generate({ question, passages }) {
    yield { type: 'text', text: passages.map(({ number }) => `${question} [${number}]`).join('\n\n') };
    yield { type: 'finish', reason: 'stop' };
  },
};

/** Statements are embedded as documents; their vectors stand among those of queries. */
async function withStatements(given: Embedder, dataset: Dataset): Promise<NonNullable<CuboOptions['embedder']>> {
  const statements = new Map((await dataset.queries()).map(({ text }) => [asStated(text), text]));
  return {
    ...given,
    embedDocuments: (texts) =>
      Promise.all(
        texts.map(async (text) => {
          const query = statements.get(text);
          if (query !== undefined) return given.embedQuery(query);
          const [vector] = await given.embedDocuments([text]);
          return vector as Float32Array;
        }),
      ),
  };
}

/** A query as a sentence of an answer states it. */
function asStated(query: string): string {
  return query.replace(/\s+([.,;:!?])/g, '$1').trim();
}

function figuresOf(judgements: readonly Judgement[]): Figure[] {
  const relevant = judgements.filter(({ isRelevant }) => isRelevant);
  const others = judgements.filter(({ isRelevant }) => !isRelevant);
  const shares = [
    { name: 'Relevant', of: relevant, meaning: 'of relevant passages' },
    { name: 'Other', of: others, meaning: 'of other passages that were found' },
  ].flatMap(({ name, of, meaning }): Figure[] => [
    { name: `passages${name}`, value: of.length, meaning: `number ${meaning}`, digits: 0 },
    ...supports.map((support) => ({
      name: `${support}${name}`,
      value: of.filter((one) => one.support === support).length / of.length,
      meaning: `share ${meaning} by which a statement is ${support}`,
      digits: 3,
    })),
  ]);
  const similarities = (['weak', 'unsupported'] as const).flatMap((support): Figure[] => {
    const cosines = (of: readonly Judgement[]) =>
      of.flatMap((one) => (one.support === support && one.similarity !== undefined ? [one.similarity] : []));
    const [right, wrong] = [cosines(relevant), cosines(others)];
    const name = support === 'weak' ? 'Weak' : 'Unsupported';
    const threshold = wrong.sort((a, b) => b - a)[Math.floor(wrong.length / 20)] ?? Number.NaN;
    return [
      {
        name: `compared${name}`,
        value: right.length,
        meaning: `relevant passages by which one is ${support}, compared by vectors`,
        digits: 0,
      },
      { name: `comparedOther${name}`, value: wrong.length, meaning: 'other ones', digits: 0 },
      {
        name: `area${name}`,
        value: areaUnderCurve(right, wrong),
        meaning: 'area under the ROC curve of their cosines; .5: they tell nothing',
        digits: 3,
      },
      {
        name: `threshold${name}`,
        value: threshold,
        meaning: 'cosine that one in twenty of the other ones exceeds',
        digits: 3,
      },
      {
        name: `raised${name}`,
        value: right.filter((one) => one > threshold).length / right.length,
        meaning: 'share of the relevant ones that exceed it',
        digits: 3,
      },
    ];
  });
  return [...shares, ...similarities];
}
