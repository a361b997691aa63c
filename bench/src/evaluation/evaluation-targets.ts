import { type Judgement, judgeTargets, type MeasuredSet, type Target } from '../comparison/judge.ts';

/** The least nDCG@10 of each set: by the words alone, and hybrid with the latent embedder. */
const leastBySet: Readonly<Record<string, { bm25: number; hybrid: number | 'bm25' }>> = {
  scifact: { bm25: 0.685, hybrid: 0.7 },
  medline: { bm25: 0.68, hybrid: 0.74 },
  cranfield: { bm25: 0.37, hybrid: 0.41 },
  'tatqa-dev': { bm25: 0.69, hybrid: 0.705 },
  'anthropic-docs': { bm25: 0.7, hybrid: 0.785 },
  'anthropic-codebase': { bm25: 0.63, hybrid: 0.64 },
  'lihua-world': { bm25: 0.81, hybrid: 0.82 },
  'squad-it-test': { bm25: 0.835, hybrid: 'bm25' },
  'xquad-de': { bm25: 0.95, hybrid: 'bm25' },
  'xquad-es': { bm25: 0.965, hybrid: 'bm25' },
  'xquad-ar': { bm25: 0.9, hybrid: 'bm25' },
  'xquad-zh': { bm25: 0.965, hybrid: 'bm25' },
  'xquad-th': { bm25: 0.915, hybrid: 'bm25' },
};

/** What the figures of all sets together are called. */
export const allSets = 'all sets';

const setTargets: readonly Target[] = Object.entries(leastBySet).flatMap(([set, { bm25, hybrid }]) => [
  { requirement: `${set}: BM25 at least ${shown(bm25)}`, set, limits: [{ figure: 'bm25', atLeast: bm25 }] },
  hybrid === 'bm25'
    ? { requirement: `${set}: hybrid not below BM25`, set, limits: [{ figure: 'overBm25', atLeast: 0 }] }
    : { requirement: `${set}: hybrid at least ${shown(hybrid)}`, set, limits: [{ figure: 'hybrid', atLeast: hybrid }] },
]);

/** As many sets as there are requirements for: fewer say nothing about all. */
const leastSize = Object.keys(leastBySet).length;

const overAll = (requirement: string, figure: string, atLeast: number): Target => ({
  requirement: `${requirement}: at least ${shown(atLeast)}`,
  set: allSets,
  limits: [{ figure, atLeast }],
  leastSize,
});

const targets = {
  latent: [
    ...setTargets,
    overAll('mean gain of hybrid over the better list', 'meanGain', 0),
    overAll('gain of hybrid over the better list, worst set', 'worstGain', -0.02),
    overAll('goal: mean gain of hybrid over the better list', 'meanGain', 0.01),
    overAll('goal: gain of hybrid over the better list, worst set', 'worstGain', -0.005),
  ],
  given: [
    {
      requirement: 'sentence vectors: gain of hybrid over the better list at least -.005 on every set',
      limits: [{ figure: 'overBetter', atLeast: -0.005 }],
      everySet: true,
    },
  ],
} as const satisfies Record<string, readonly Target[]>;

/** Tells for each requirement whether it is met, with the latent embedder or with given vectors. */
export const judgeEvaluation = (vectors: 'latent' | 'given', sets: readonly MeasuredSet[]): Judgement[] =>
  judgeTargets(targets[vectors], sets);

function shown(value: number): string {
  return String(value).replace('0.', '.');
}
