import {
  type Analyzer,
  assertKnownOptions,
  CuboError,
  compareHits,
  type Hit,
  type KnownOptions,
  type QueryTerm,
  type RerankCandidate,
  type Reranker,
} from '@cubo/contracts';
import { type Pacer, pacer } from '../lexical/pacer.ts';
import { countWindows, type PairCounts } from './count-windows.ts';

/** Settings of {@link proximityReranker}. */
export interface ProximityRerankerOptions {
  /** Finds the words of query and texts. */
  readonly analyzer: Analyzer;
  /**
   * What words that stand together count, beside the score that a passage came with: 0 leaves the order as it is, with 1
   * they count as much. Default 0.4.
   */
  readonly weight?: number | undefined;
}

const known: KnownOptions<ProximityRerankerOptions> = { analyzer: true, weight: true };

/**
 * Most of the gain is among the first: nDCG@10 of TAT-QA is .692 without it, .701, .706, .708 and .708 with 10, 20, 30 and
 * 50 (every third question), and to read more costs a look into the store for each.
 */
const depth = 20;

/** Of what two words add, the share for following each other, and for standing near each other in any order. */
const orderedShare = 2 / 3;
/** Saturation and normalization by length, as in BM25. */
const k1 = 1.2;
const b = 0.75;

/**
 * Lifts passages in which words that are neighbours in the query stand together: the sequential dependence model of
 * Metzler and Croft (2005), "A Markov random field model for term dependencies", with the counts of its ordered and
 * unordered windows weighed as BM25 weighs words. Pairs that few of the candidates have count more. It needs no model, and
 * keeps the order of passages that have no pair.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function proximityReranker(options: ProximityRerankerOptions): Reranker {
  assertKnownOptions('proximityReranker()', options, known);
  const { analyzer, weight = 0.4 } = options;
  if (typeof weight !== 'number' || !(weight >= 0 && weight <= 1)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The weight of proximityReranker() is ${String(weight)}.`,
      remedy: 'Pass a number from 0 to 1.',
    });
  }
  return {
    id: `proximity(weight=${weight})`,
    depth,
    async rerank(query, candidates, { signal } = {}) {
      signal?.throwIfAborted();
      const giveWay = pacer(signal);
      const texts = await analyzeAll(analyzer, candidates, giveWay);
      const pairs = pairsOf(
        analyzer.analyzeQuery(query, { languages: [...new Set(texts.map((text) => text.language))] }),
      );
      const proximity = await proximities(texts, pairs, giveWay);
      const scores = candidates.map(({ score }) => score);
      const floor = Math.min(0, ...scores);
      const range = Math.max(floor, ...scores) - floor || 1;
      return candidates
        .map(({ id, score }, i): Hit => ({ id, score: (score - floor) / range + weight * (proximity[i] as number) }))
        .sort(compareHits);
    },
  };
}

interface AnalyzedText {
  readonly language: string;
  readonly length: number;
  /** Ascending positions of each term. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

async function analyzeAll(
  analyzer: Analyzer,
  candidates: readonly RerankCandidate[],
  giveWay: Pacer,
): Promise<AnalyzedText[]> {
  const texts: AnalyzedText[] = [];
  for (const { text } of candidates) {
    const language = analyzer.detect(text);
    const { terms, positions: places } = analyzer.analyzePositions?.(text, { language }) ?? {
      terms: analyzer.analyze(text, { language }),
      positions: undefined,
    };
    const positions = new Map<string, number[]>();
    for (const [i, term] of terms.entries()) {
      const at = places?.[i] ?? i;
      const of = positions.get(term);
      if (of === undefined) positions.set(term, [at]);
      else of.push(at);
    }
    texts.push({ language, length: terms.length, positions });
    await giveWay();
  }
  return texts;
}

/**
 * Words that follow each other in the query; pairs of function words tell nothing. Forms beside the words, which weigh
 * less, stand behind these and follow none.
 */
function pairsOf(all: readonly QueryTerm[]): [QueryTerm, QueryTerm][] {
  const terms = all.filter(({ weight }) => weight === undefined);
  const pairs: [QueryTerm, QueryTerm][] = [];
  for (let i = 1; i < terms.length; i++) {
    const [first, second] = [terms[i - 1] as QueryTerm, terms[i] as QueryTerm];
    if (!first.isFunctionWord && !second.isFunctionWord) pairs.push([first, second]);
  }
  return pairs;
}

/** For each text what its pairs are worth, of 1 for a text that has all of them as often as can be. */
async function proximities(
  texts: readonly AnalyzedText[],
  pairs: readonly (readonly [QueryTerm, QueryTerm])[],
  giveWay: Pacer,
): Promise<number[]> {
  const mean = texts.reduce((sum, { length }) => sum + length, 0) / (texts.length || 1) || 1;
  const values = new Float64Array(texts.length);
  let most = 0;
  for (const [first, second] of pairs) {
    const counts = texts.map((text) => countWindows(placesOf(first, text), placesOf(second, text)));
    const rarity = (of: keyof PairCounts) => {
      const having = counts.filter((count) => count[of] > 0).length;
      return Math.log(1 + (texts.length - having + 0.5) / (having + 0.5));
    };
    const ordered = orderedShare * rarity('ordered');
    const unordered = (1 - orderedShare) * rarity('unordered');
    most += ordered + unordered;
    await giveWay();
    for (const [i, count] of counts.entries()) {
      const norm = k1 * (1 - b + (b * (texts[i] as AnalyzedText).length) / mean);
      const saturated = (frequency: number) => frequency / (frequency + norm);
      values[i] = (values[i] as number) + ordered * saturated(count.ordered) + unordered * saturated(count.unordered);
    }
  }
  return [...values].map((value) => (most === 0 ? 0 : value / most));
}

function placesOf({ variants }: QueryTerm, { positions }: AnalyzedText): readonly number[] {
  const places = variants.map((variant) => positions.get(variant)).filter((list) => list !== undefined);
  if (places.length < 2) return places[0] ?? [];
  return [...new Set(places.flat())].sort((x, y) => x - y);
}
