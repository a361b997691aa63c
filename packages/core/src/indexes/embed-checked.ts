import { types } from 'node:util';
import { CuboError, type CuboErrorCode, type Embedder, type EmbedOptions, isCuboError } from '@cubo/contracts';
import { failureReason } from '../errors/failure-reason.ts';
import { errorWithoutTexts, withoutTexts } from '../errors/without-texts.ts';

/** What can be done when documents, other texts or a query could not be embedded. */
interface Remedies {
  readonly failed: string;
  readonly invalid: string;
}

export const forDocuments: Remedies = {
  failed:
    'Check that its model is available; the text is stored and is found by its words, and ingesting again makes the vectors that are missing.',
  invalid: 'Check the model and its adapter; nothing of this batch was stored, and ingesting again goes on from here.',
};
export const forTexts: Remedies = {
  failed: 'Check that its model is available.',
  invalid: 'Check the model and its adapter.',
};
const forQueries: Remedies = {
  failed: "Check that its model is available and search again, or search by words alone with mode 'sparse'.",
  invalid: "Check the model and its adapter, or search by words alone with mode 'sparse'.",
};

/**
 * Embeds texts and checks what comes back before anything stores it: as many vectors as texts, of the right dimensions,
 * finite. Vectors are brought to unit length, so that an inner product is a cosine.
 *
 * @throws CuboError `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`; an abort of the signal stays what it is
 */
export async function embedChecked(
  embedder: Embedder,
  texts: readonly string[],
  options?: EmbedOptions,
  remedies: Remedies = forDocuments,
): Promise<Float32Array[]> {
  const vectors: unknown = await called(
    embedder,
    texts,
    () => embedder.embedDocuments(texts, options),
    options,
    remedies,
  );
  const check = checker(embedder, remedies);
  if (!Array.isArray(vectors)) throw check.invalid(`returned ${typeof vectors} instead of a list of vectors`);
  if (vectors.length !== texts.length) {
    throw check.invalid(`returned ${vectors.length} vectors for ${texts.length} texts`);
  }
  return vectors.map((vector) => scaled(vector, check.length(vector)));
}

/**
 * The vector of a query, checked in the same way; a shorter one than unit length stays as it is.
 *
 * @throws CuboError `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`; an abort of the signal stays what it is
 */
export async function embedQueryChecked(
  embedder: Embedder,
  query: string,
  options?: EmbedOptions,
): Promise<Float32Array> {
  const vector = await called(embedder, [query], () => embedder.embedQuery(query, options), options, forQueries);
  return scaled(vector, Math.max(1, checker(embedder, forQueries).length(vector)));
}

/** `CUBO_EMBEDDER_INVALID`: what an embedder returned for documents is not to be stored. */
export function documentsInvalid(embedder: Embedder, what: string): CuboError {
  return embedderError('CUBO_EMBEDDER_INVALID', embedder, what, forDocuments.invalid);
}

/** What a call of the embedder returns. Its own `CuboError`s say more than this one could. */
async function called<Result>(
  embedder: Embedder,
  texts: readonly string[],
  call: () => Promise<Result>,
  options: EmbedOptions | undefined,
  remedies: Remedies,
): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    options?.signal?.throwIfAborted();
    if (isCuboError(cause)) throw errorWithoutTexts(cause, texts);
    const failed = `failed: ${withoutTexts(failureReason(cause), texts)}`;
    throw embedderError('CUBO_EMBEDDER_FAILED', embedder, failed, remedies.failed, cause);
  }
}

/** Checks vectors of an embedder. */
function checker(embedder: Embedder, remedies: Remedies) {
  const invalid = (what: string) => embedderError('CUBO_EMBEDDER_INVALID', embedder, what, remedies.invalid);
  return {
    invalid,
    /** The length of a vector that is one. */
    length(vector: unknown): number {
      if (!types.isFloat32Array(vector)) throw invalid('returned a vector that is no Float32Array');
      if (vector.length !== embedder.dimensions) {
        throw invalid(`returned a vector of ${vector.length} dimensions instead of ${embedder.dimensions}`);
      }
      let squares = 0;
      for (const value of vector) squares += value * value;
      if (!Number.isFinite(squares)) throw invalid('returned a vector with values that are not finite');
      return Math.sqrt(squares);
    },
  };
}

function scaled(vector: Float32Array, length: number): Float32Array {
  return length === 0 || Math.abs(length - 1) < 1e-6 ? vector : vector.map((value) => value / length);
}

function embedderError(
  code: CuboErrorCode,
  embedder: Embedder,
  what: string,
  remedy: string,
  cause?: unknown,
): CuboError {
  return new CuboError({ code, message: `The embedder ${embedder.id} ${what}.`, remedy, cause });
}
