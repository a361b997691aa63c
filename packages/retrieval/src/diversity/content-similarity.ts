/** What is known of a text's content. */
export interface Content {
  /** A vector of unit length, where there is one. */
  readonly vector?: Float32Array | undefined;
  /** The terms that stand in it. */
  readonly terms: ReadonlySet<string>;
}

/**
 * How alike two texts are, 0 to 1: the cosine of their vectors, or, where one has none, that of their sets of terms.
 */
export function contentSimilarity(a: Content, b: Content): number {
  if (a.vector !== undefined && b.vector !== undefined) return cosine(a.vector, b.vector);
  const [few, many] = a.terms.size < b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms];
  let shared = 0;
  for (const term of few) if (many.has(term)) shared++;
  return few.size === 0 ? 0 : shared / Math.sqrt(few.size * many.size);
}

/** What is opposite is as unlike as what has nothing in common. */
function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] as number) * (b[i] as number);
  return Math.min(1, Math.max(0, product));
}
