import {
  assertKnownOptions,
  CuboError,
  type Fuser,
  type Hit,
  type KnownOptions,
  type RankedList,
} from '@cubo/contracts';
import { rememberSpecification } from './fuser-specification.ts';
import { scoreAgreement, scoresOf } from './score-agreement.ts';
import { weightedFusion } from './weighted-fusion.ts';

/** Options of {@link agreementFusion}. */
export interface AgreementFusionOptions {
  /** What a fully trusted list weighs beside the list `sparse`, whose weight is 1. Default 1.8. */
  readonly weight?: number | undefined;
}

const known: KnownOptions<AgreementFusionOptions> = { weight: true };

/** A confidence from which on a list is taken to understand the query. */
const fullConfidence = 0.6;
/** What the best lexical hit is worth beyond its score: the passage with the very words is the right one more often. */
const firstBonus = 0.15;
/** The score of the hundredth hit of a list is that of texts which have nothing to do with the query. */
const unrelatedRank = 100;

/**
 * Weighs lists by how far they can be trusted for this query, which it tells from the lists themselves. The list
 * `sparse` is the yardstick: its scores are divided by their best, because 0 means there that no word was found. Any
 * other list may have scores of any scale, cosines between 0.6 and 0.9 for instance; they are measured from that of its
 * hundredth hit to that of its best.
 *
 * Such a list weighs `weight · trust² / confidence of sparse`, `trust` being the product of its own confidence (0.6 is
 * enough) and of `(1 + agreement) / 2`, the agreement being the correlation of its scores with the lexical ones. A model
 * that does not understand the texts ranks them against the words, and hardly counts; where the words of the query stand
 * in no text, they hardly count.
 *
 * A hit that a list cannot know, because it holds only a part of the library (`coverage` below 1), is judged by the
 * others, which get the weight of that list too.
 */
export function agreementFusion(options: AgreementFusionOptions = {}): Fuser {
  assertKnownOptions('agreementFusion()', options, known);
  const { weight = 1.8 } = options;
  if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The weight of agreement fusion is ${weight}.`,
      remedy: 'Choose a finite number of 0 or more; 1.8 is usual.',
    });
  }
  const fuser: Fuser = {
    id: `agreement(weight=${weight})`,
    usesScores: true,
    fuse(given, { limit }) {
      const lists = given.filter(({ hits }) => hits.length > 0);
      const yardstick = lists.find(isYardstick);
      const values = lists.map((list) => (isYardstick(list) ? lexicalValue(list) : relativeValue(list)));
      const weights = lists.map((list) => {
        if (isYardstick(list) || lists.length === 1) return 1;
        return weight * shareOfTrust(list, yardstick);
      });
      const totals = totalWeights(lists, weights);
      return weightedFusion(
        lists,
        (list, id) => (weights[list] as number) / (totals(id) || 1),
        ({ list, score, rank }) => (values[list] as Value)(score, rank),
        limit,
      );
    },
  };
  return rememberSpecification(fuser, { fuser: 'agreement', options: { weight } });
}

const isYardstick = ({ name }: RankedList) => name === 'sparse';

function shareOfTrust(list: RankedList, yardstick: RankedList | undefined): number {
  const agreement = yardstick === undefined ? 1 : scoreAgreement(yardstick, list);
  const trust = Math.min(1, confidenceOf(list) / fullConfidence) * ((1 + agreement) / 2);
  return trust ** 2 / Math.max(0.1, yardstick === undefined ? 1 : confidenceOf(yardstick));
}

function confidenceOf({ confidence = 1 }: RankedList): number {
  return Math.min(1, Math.max(0, confidence));
}

/** What a hit is worth in its list, 0 to about 1. */
type Value = (score: number, rank: number | undefined) => number;

function lexicalValue({ hits }: RankedList): Value {
  const best = bestScore(hits);
  return (score) => (score > 0 ? score / best + (score === best ? firstBonus : 0) : 0);
}

/** A list that ends earlier has hardly come to unrelated texts: the shorter it is, the nearer to 0 its scores begin. */
function relativeValue({ hits }: RankedList): Value {
  const best = bestScore(hits);
  const depth = Math.min(unrelatedRank, hits.length);
  const unrelated = ((hits[depth - 1]?.score ?? 0) * depth) / unrelatedRank;
  const range = best - unrelated;
  // Hits at or behind the hundredth are worth next to nothing, but keep their order.
  return (score, rank) =>
    Math.max(0, range > 0 ? (score - unrelated) / range : 0) + (rank === undefined ? 0 : orderOnly / rank);
}

const orderOnly = 1e-6;

function bestScore(hits: readonly Hit[]): number {
  return hits.reduce((best, { score }) => Math.max(best, score), Number.NEGATIVE_INFINITY);
}

/** The weights of the lists that may know a hit, summed up: those that hold every chunk, or have a score for it. */
function totalWeights(lists: readonly RankedList[], weights: readonly number[]): (id: number) => number {
  const partial = lists.map((list) => ((list.coverage ?? 1) < 1 ? scoresOf(list) : undefined));
  return (id) => weights.reduce((sum, weight, i) => sum + (partial[i]?.has(id) === false ? 0 : weight), 0);
}
