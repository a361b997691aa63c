/** A text that is taken for relevant. */
export interface FeedbackDocument {
  /** Its terms, with repetitions. */
  readonly terms: readonly string[];
  /** How well it fits the query; above 0. */
  readonly score: number;
}

/**
 * The relevance model RM1 of Lavrenko and Croft (2001), "Relevance-based language models": how likely each term is in a
 * text that answers the query, by the texts that fit it best. A text speaks with its share of the scores, a term within
 * it with its share of the words. All values together are 1; the likeliest come first, ties by term.
 */
export function relevanceModel(documents: readonly FeedbackDocument[]): [term: string, probability: number][] {
  const spoken = documents.filter(({ terms, score }) => terms.length > 0 && score > 0);
  const total = spoken.reduce((sum, { score }) => sum + score, 0);
  const model = new Map<string, number>();
  for (const { terms, score } of spoken) {
    const share = score / total / terms.length;
    for (const term of terms) model.set(term, (model.get(term) ?? 0) + share);
  }
  return [...model].sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1));
}
