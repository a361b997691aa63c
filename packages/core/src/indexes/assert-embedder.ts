import { CuboError, type Embedder, isTrainableEmbedder, type TrainableEmbedder } from '@cubo/contracts';

/**
 * Refuses an embedder whose numbers make no sense, before they size batches and vectors.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertEmbedder(embedder: Embedder | TrainableEmbedder): void {
  if (isTrainableEmbedder(embedder)) {
    if (!(embedder.maxSample >= 1)) throw invalid(embedder.id, 'maxSample', embedder.maxSample);
    return;
  }
  const { id, dimensions, maxBatch } = embedder;
  if (!Number.isSafeInteger(dimensions) || dimensions < 1) throw invalid(id, 'dimensions', dimensions);
  if (!(maxBatch >= 1)) throw invalid(id, 'maxBatch', maxBatch);
}

function invalid(id: string, name: string, value: number): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The embedder ${id} has ${name} ${value}.`,
    remedy: 'Give the embedder a whole number from 1 up.',
  });
}
