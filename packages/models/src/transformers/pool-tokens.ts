/** How the vectors of a text's tokens become one. */
export type TokenPooling = 'mean' | 'weighted-mean' | 'max' | 'first' | 'last';

/** The vectors of the tokens of some texts. */
export interface TokenVectors {
  /** One after the other: texts, their tokens, numbers of each. */
  readonly values: ArrayLike<number>;
  /** Which tokens are of the text, and which only fill it up to the length of the longest. */
  readonly mask: ArrayLike<number | bigint>;
  /** Tokens of each text. */
  readonly tokens: number;
  /** Numbers of each token. */
  readonly width: number;
}

/** The vector of one of the texts; where a length does not matter, it is left as it is. */
export function poolTokens(vectors: TokenVectors, text: number, pooling: TokenPooling): Float64Array {
  const { mask, tokens } = vectors;
  const own: number[] = [];
  for (let token = 0; token < tokens; token++) if (Number(mask[text * tokens + token]) !== 0) own.push(token);
  if (pooling === 'first') return pooled(vectors, text, own.slice(0, 1), 'mean');
  if (pooling === 'last') return pooled(vectors, text, own.slice(-1), 'mean');
  return pooled(vectors, text, own, pooling);
}

function pooled(
  { values, tokens, width }: TokenVectors,
  text: number,
  own: readonly number[],
  pooling: 'mean' | 'weighted-mean' | 'max',
): Float64Array {
  const vector = new Float64Array(width);
  if (pooling === 'max' && own.length > 0) vector.fill(Number.NEGATIVE_INFINITY);
  for (const [place, token] of own.entries()) {
    const at = (text * tokens + token) * width;
    const weight = pooling === 'weighted-mean' ? place + 1 : 1;
    for (let i = 0; i < width; i++) {
      const value = values[at + i] as number;
      const before = vector[i] as number;
      vector[i] = pooling === 'max' ? Math.max(before, value) : before + value * weight;
    }
  }
  return vector;
}
