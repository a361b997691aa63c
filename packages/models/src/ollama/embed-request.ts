import { json } from 'node:stream/consumers';
import { CuboError } from '@cubo/contracts';
import { type ModelServer, ServerRefusal } from '../servers/model-server.ts';
import { unitVectors } from '../vectors/unit-vectors.ts';

/** Asks Ollama for the vectors of texts: as many, of unit length. */
export type EmbedRequest = (texts: readonly string[], signal: AbortSignal | undefined) => Promise<Float32Array[]>;

/**
 * Makes the request for one model. It throws `CUBO_EMBEDDER_INVALID` when vectors are not what they should be, and what the
 * server threw.
 */
export function embedRequest(options: {
  readonly server: ModelServer;
  readonly model: string;
  readonly embedder: string;
  readonly keepAlive: string | number | undefined;
  /** Of the vectors that the model gives. */
  readonly modelDimensions: number;
  /** Of the vectors that are wanted, not more. */
  readonly dimensions: number;
}): EmbedRequest {
  const { server, model, embedder, keepAlive, modelDimensions, dimensions } = options;
  return async (texts, signal) => {
    const answer = await server.post(
      '/api/embed',
      { model, input: texts, truncate: true, keep_alive: keepAlive },
      signal,
    );
    const { embeddings } = (await json(answer.body)) as { embeddings?: unknown };
    if (!Array.isArray(embeddings)) throw noVectors(embedder);
    const other = embeddings.find((vector) => !Array.isArray(vector) || vector.length !== modelDimensions);
    if (other !== undefined) {
      if (!Array.isArray(other)) throw noVectors(embedder);
      throw otherDimensions(embedder, other.length, modelDimensions);
    }
    const shortened = (embeddings as number[][]).map((vector) =>
      // A value that is left out is checked as well.
      vector.every(Number.isFinite) ? vector.slice(0, dimensions) : vector.slice(0, dimensions).fill(Number.NaN),
    );
    return unitVectors(shortened, { count: texts.length, dimensions, embedder });
  };
}

/** Whether a text was refused for its length, with 400 or 500: some versions of Ollama do not cut it (ollama#14186). */
export function isTooLong(error: unknown): boolean {
  return error instanceof ServerRefusal && /context length|context size/i.test(error.message);
}

function noVectors(embedder: string): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_INVALID',
    message: `The embedder ${embedder} gave no vectors.`,
    remedy: 'Check that the model is an embedding model, and that the server is Ollama.',
  });
}

function otherDimensions(embedder: string, given: number, expected: number): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_INVALID',
    message: `The embedder ${embedder} gave vectors of ${given} dimensions, not ${expected}: the model behind that name is another one.`,
    remedy: `Pass dimensions: ${given} to ollamaEmbedder(); a library then makes its vectors anew.`,
  });
}
