/**
 * Relevance grades of documents to one query, by document id. Grades of 0 or less, and documents without one, are
 * irrelevant.
 */
export type Relevance = ReadonlyMap<string, number>;

/** Ids of the relevant documents. */
export function relevantIds(relevance: Relevance): string[] {
  return [...relevance].filter(([, grade]) => grade > 0).map(([id]) => id);
}
