import { type Analyzer, indexedText } from '@cubo/contracts';
import { type Cubo, overlapOf } from '@cubo/core';
import type { CheckedSentence, Support } from '../events/agent-event.ts';
import { passageText, statementOf } from './check-answer.ts';
import type { PassageBook } from './passage-book.ts';

/** From which cosine on the vector of a passage carries that of a sentence, where its words do not. */
export interface SimilarityThresholds {
  /** What was `unsupported` becomes `weak`. Default: nothing does. */
  readonly weak?: number | undefined;
  /** What was not `supported` becomes so. Default: nothing does. */
  readonly supported?: number | undefined;
}

/** What raises the support of sentences that say in other words what they cite. */
export interface SupportRaiser {
  readonly cubo: Pick<Cubo, 'embed' | 'analyzer'>;
  readonly least: SimilarityThresholds;
  readonly signal: AbortSignal;
}

/**
 * Compares sentences that their words do not carry with the passages they cite, by the vectors of both. A sentence with a
 * number or a name that is not in the passages stays what it is: these are what a wrong answer gets wrong.
 *
 * @returns `undefined` where the library has no embedder that can be asked
 */
export async function raiseSupport(
  answer: string,
  sentences: readonly CheckedSentence[],
  book: Pick<PassageBook, 'find'>,
  { cubo, least, signal }: SupportRaiser,
): Promise<CheckedSentence[] | undefined> {
  const candidates = sentences.map((sentence) => candidateOf(answer, sentence, book, cubo.analyzer));
  const texts = [...new Set(candidates.flatMap((one) => (one === undefined ? [] : [one.statement, ...one.passages])))];
  if (texts.length === 0) return [...sentences];
  const embedded = await cubo.embed(texts, { signal });
  if (embedded === undefined) return undefined;
  const vectors = new Map(texts.map((text, i) => [text, embedded.vectors[i]]));
  return sentences.map((sentence, i) => {
    const candidate = candidates[i];
    if (candidate === undefined) return sentence;
    const of = vectors.get(candidate.statement);
    const similarity = Math.max(...candidate.passages.map((passage) => cosine(of, vectors.get(passage))));
    return { ...sentence, support: raised(sentence.support, similarity, least), similarity };
  });
}

/** What of a sentence is compared; `undefined` where nothing can be gained by it. */
function candidateOf(
  answer: string,
  { start, end, support, citations }: CheckedSentence,
  book: Pick<PassageBook, 'find'>,
  analyzer: Analyzer,
): { readonly statement: string; readonly passages: readonly string[] } | undefined {
  const { statement, numbers } = statementOf(answer.slice(start, end));
  const cited = numbers.flatMap((number) => book.find(number) ?? []);
  if (support === 'supported' || citations.length === 0 || cited.length === 0) return undefined;
  const { missesNumber, missesName } = overlapOf(statement, cited.map(passageText).join('\n'), analyzer);
  return missesNumber || missesName ? undefined : { statement, passages: cited.map(indexedText) };
}

function raised(support: Support, similarity: number, { weak, supported }: SimilarityThresholds): Support {
  if (supported !== undefined && similarity >= supported) return 'supported';
  return weak !== undefined && similarity >= weak ? 'weak' : support;
}

/** Of vectors of unit length. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
