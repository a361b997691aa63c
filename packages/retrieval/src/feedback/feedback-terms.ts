import { setImmediate } from 'node:timers/promises';
import {
  type Analyzer,
  type ChunkSet,
  CuboError,
  type ExplainedTerm,
  type FeedbackOptions,
  type SearchedTerm,
  type SparseIndex,
} from '@cubo/contracts';
import { relevanceModel } from './relevance-model.ts';

/** What {@link feedbackTerms} works with. */
export interface FeedbackRequest extends FeedbackOptions {
  readonly query: string;
  readonly phrases?: readonly string[] | undefined;
  readonly sparse: SparseIndex;
  readonly analyzer: Analyzer;
  readonly live: ChunkSet;
  /** Where the texts that are learnt from must be: those of others must not show through. */
  readonly filter: ChunkSet;
  /** The indexed texts of chunks, by id. */
  texts(ids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** A word that stands in more of the chunks tells nothing of what was asked. */
const mostFrequent = 0.1;

/** Terms of the model that are looked up for each that is taken: some of them are too frequent. */
const lookedUp = 4;

/**
 * The terms of a query, and those that its best chunks have in common, weighted: pseudo-relevance feedback by RM3
 * (Abdul-Jaleel et al. 2004, "UMass at TREC 2004"). The weights together are as many as the query has words, so that
 * scores stay on the scale of a search without feedback.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` where the index cannot search by terms
 */
export async function feedbackTerms(request: FeedbackRequest): Promise<readonly ExplainedTerm[]> {
  const { query, phrases, sparse, live, filter, documents = 10, terms = 10, originalWeight = 0.8, signal } = request;
  if (sparse.searchedTerms === undefined || sparse.searchTerms === undefined) throw cannotSearchByTerms();
  const asked = await sparse.searchedTerms(query, { live, signal });
  const hits =
    asked.length === 0 ? [] : await sparse.search(query, { limit: documents, live, filter, phrases, signal });
  if (hits.length === 0) return asked;
  const texts = await request.texts(hits.map(({ id }) => id));
  const found = hits.flatMap(({ id, score }) => ({ text: texts.get(id) ?? '', score }));
  const { model, wordOf } = await analyzed(request.analyzer, found, signal);
  const likeliest = model.slice(0, lookedUp * terms);
  const words = likeliest.map(([term]) => wordOf.get(term) ?? term);
  const known = await sparse.searchedTerms(words.join(' '), { live, signal });

  const length = asked.reduce((sum, { frequency }) => sum + frequency, 0);
  const added = new Map<SearchedTerm, number>();
  const most = Math.max(mostFrequent * live.size, documents);
  for (const [term, probability] of likeliest) {
    const has = ({ variants }: SearchedTerm) => variants.includes(term);
    const word = asked.find(has) ?? known.find((each) => has(each) && !each.isFuzzy && each.documentFrequency <= most);
    if (word === undefined || (!added.has(word) && added.size === terms)) continue;
    added.set(word, (added.get(word) ?? 0) + probability);
  }
  const total = [...added.values()].reduce((sum, probability) => sum + probability, 0);
  if (total === 0) return asked;
  const shareOf = (word: SearchedTerm) => ((1 - originalWeight) * length * (added.get(word) ?? 0)) / total;
  const own = asked.map((word) => ({
    ...word,
    weight: (word.weight ?? 1) * originalWeight + shareOf(word) / word.frequency,
  }));
  const others = [...added.keys()].filter((word) => !asked.includes(word));
  const all = [...own, ...others.map((word) => ({ ...word, frequency: 1, weight: shareOf(word), isFeedback: true }))];
  return all.filter(({ weight }) => weight > 0);
}

/** The relevance model of texts, and a word of theirs for each of its terms. */
async function analyzed(
  analyzer: Analyzer,
  texts: readonly { readonly text: string; readonly score: number }[],
  signal: AbortSignal | undefined,
) {
  const wordOf = new Map<string, string>();
  const documents: { terms: string[]; score: number }[] = [];
  for (const { text, score } of texts) {
    const language = analyzer.detect(text);
    documents.push({ terms: analyzer.analyze(text, { language }), score });
    for (const word of new Set(text.match(/[\p{L}\p{M}\p{N}]+/gu))) {
      for (const term of analyzer.analyze(word, { language })) if (!wordOf.has(term)) wordOf.set(term, word);
    }
    await setImmediate();
    signal?.throwIfAborted();
  }
  return { model: relevanceModel(documents), wordOf };
}

function cannotSearchByTerms(): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: 'The lexical index cannot search with feedback: it has no searchedTerms() and searchTerms().',
    remedy: 'Search without the option feedback.',
  });
}
