import type { Analyzer } from '@cubo/contracts';
import type { LatentState } from './latent-state.ts';
import type { Pacer } from './pacer.ts';
import { quantizeRows } from './quantize-rows.ts';
import { selectVocabulary } from './select-vocabulary.ts';
import type { SparseMatrix } from './sparse-matrix.ts';
import { countTerms } from './term-sample.ts';
import { weighTerms } from './term-weights.ts';
import { truncatedSvd } from './truncated-svd.ts';

/** How a model is trained. */
export interface LatentTrainingOptions {
  readonly analyzer: Analyzer;
  readonly dimensions: number;
  readonly maximumTerms: number;
  readonly maximumSample: number;
  readonly seed: number;
  readonly pacer: Pacer;
}

/** Different terms counted for each one that is kept: rarer ones are met too late to matter. */
const countedPerKept = 16;

/** Trains on a sample: counts, weighs and decomposes its terms. */
export async function trainLatentState(
  sample: AsyncIterable<string>,
  options: LatentTrainingOptions,
): Promise<LatentState> {
  const { dimensions, seed, pacer } = options;
  const { matrix, ...described } = await weighSample(sample, options);
  const { rank, rightBlocks } = await truncatedSvd(matrix, { rank: dimensions, seed, pacer });
  const projection = await quantizeRows(rightBlocks(), { rows: matrix.columns, width: rank }, pacer);
  return { analyzer: options.analyzer.fingerprint, dimensions, ...described, projection };
}

/** What was counted is out of memory before the decomposition begins. */
async function weighSample(
  sample: AsyncIterable<string>,
  { analyzer, maximumTerms, maximumSample, pacer }: LatentTrainingOptions,
): Promise<Pick<LatentState, 'texts' | 'languages' | 'terms' | 'documentFrequencies'> & { matrix: SparseMatrix }> {
  const counted = await countTerms(sample, {
    analyzer,
    maximumTexts: maximumSample,
    maximumTerms: maximumTerms * countedPerKept,
    pacer,
  });
  const kept = selectVocabulary(counted.documentFrequencies, maximumTerms);
  const matrix = await weighTerms(counted, kept, pacer);
  for (const { buffer } of [counted.numbers, counted.counts]) buffer.transfer(0);
  return {
    matrix,
    texts: counted.texts,
    languages: counted.languages,
    terms: Array.from(kept, (number) => counted.terms[number] as string),
    documentFrequencies: kept.map((number) => counted.documentFrequencies[number] as number),
  };
}
