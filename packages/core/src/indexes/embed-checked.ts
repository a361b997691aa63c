import { CuboError, type Embedder, type EmbedOptions } from '@cubo/contracts';

/**
 * Embeds texts and checks what comes back before anything stores it: as many vectors as texts, of the right dimensions, finite. Vectors
 * are brought to unit length, so that an inner product is a cosine.
 *
 * @throws CuboError `CUBO_EMBEDDER_INVALID`
 */
export async function embedChecked(
  embedder: Embedder,
  texts: readonly string[],
  options?: EmbedOptions,
): Promise<Float32Array[]> {
  const vectors = await embedder.embedDocuments(texts, options);
  if (vectors.length !== texts.length) {
    throw invalid(embedder, `returned ${vectors.length} vectors for ${texts.length} texts`);
  }
  return vectors.map((vector) => scaled(vector, checkedLength(embedder, vector)));
}

/** The vector of a query, checked in the same way; a shorter one than unit length stays as it is. */
export async function embedQueryChecked(
  embedder: Embedder,
  query: string,
  options?: EmbedOptions,
): Promise<Float32Array> {
  const vector = await embedder.embedQuery(query, options);
  return scaled(vector, Math.max(1, checkedLength(embedder, vector)));
}

function checkedLength(embedder: Embedder, vector: Float32Array): number {
  if (vector.length !== embedder.dimensions) {
    throw invalid(embedder, `returned a vector of ${vector.length} dimensions instead of ${embedder.dimensions}`);
  }
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) throw invalid(embedder, 'returned a vector with values that are not finite');
  return Math.sqrt(squares);
}

function scaled(vector: Float32Array, length: number): Float32Array {
  return length === 0 || Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length);
}

function invalid(embedder: Embedder, reason: string): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_INVALID',
    message: `The embedder ${embedder.id} ${reason}.`,
    remedy: 'Check the model and its adapter; nothing of this batch was stored, and ingesting again goes on from here.',
  });
}
