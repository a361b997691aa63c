import { CuboError } from '@cubo/contracts';

/** What {@link unitVectors} holds a model's vectors against. */
export interface ExpectedVectors {
  /** How many texts were embedded. */
  readonly count: number;
  readonly dimensions: number;
  /** Id of the embedder, for messages. */
  readonly embedder: string;
}

/**
 * The vectors that a model gave, as `Float32Array`s of unit length (a zero vector stays zero).
 *
 * @throws CuboError `CUBO_EMBEDDER_INVALID` when their count or dimensions are wrong, or a value is not finite
 */
export function unitVectors(given: readonly ArrayLike<number>[], expected: ExpectedVectors): Float32Array[] {
  const { count, dimensions, embedder } = expected;
  if (given.length !== count) throw invalid(embedder, `gave ${given.length} vectors for ${count} texts`);
  return given.map((values) => {
    if (values?.length !== dimensions) {
      throw invalid(embedder, `gave a vector of ${values?.length} dimensions where ${dimensions} were expected`);
    }
    return unitVector(values, embedder);
  });
}

function unitVector(values: ArrayLike<number>, embedder: string): Float32Array {
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(value)) throw invalid(embedder, `gave a vector that holds ${value}`);
    squares += (value as number) ** 2;
  }
  const length = Math.sqrt(squares);
  if (length === Infinity) throw invalid(embedder, 'gave a vector whose values are too large');
  const vector = new Float32Array(values.length);
  if (length > 0) for (let i = 0; i < values.length; i++) vector[i] = (values[i] as number) / length;
  return vector;
}

function invalid(embedder: string, what: string): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_INVALID',
    message: `The embedder ${embedder} ${what}.`,
    remedy: 'Check that the model is an embedding model and that its dimensions are given as they are.',
  });
}
