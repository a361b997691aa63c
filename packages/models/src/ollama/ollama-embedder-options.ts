import { createHash } from 'node:crypto';
import { CuboError } from '@cubo/contracts';
import { embeddingModelFacts } from './known-embedding-models.ts';

/** Settings of `ollamaEmbedder`. */
export interface OllamaEmbedderOptions {
  /** Name of the model in Ollama: `embeddinggemma`, `qwen3-embedding:0.6b`. */
  readonly model: string;
  /**
   * Where Ollama runs. Default `http://127.0.0.1:11434`. Another machine must be allowed:
   * `createCubo({ network: { allow: ['gpu.lan'] } })`.
   */
  readonly baseUrl?: string | undefined;
  /**
   * Length of the vectors. Needed for a model that is not known; for one that is, a shorter one than the model's where it
   * was trained for that (Matryoshka representation learning). Default: the model's.
   */
  readonly dimensions?: number | undefined;
  /** What stands before each text of a document. Default: what is known of the model, else nothing. */
  readonly documentPrefix?: string | undefined;
  /** What stands before each question. Default: what is known of the model, else nothing. */
  readonly queryPrefix?: string | undefined;
  /** The most tokens of a text; Ollama leaves out what follows. Default: what is known of the model, else 2048. */
  readonly contextLength?: number | undefined;
  /**
   * How long Ollama keeps the model in memory after a request: seconds, or `10m`; -1 for ever. Default: as Ollama is set,
   * which is five minutes. A library has it let go after `models.idleSeconds` in any case.
   */
  readonly keepAlive?: string | number | undefined;
  /** Change it when you have pulled another version of the model by the same name, so that vectors are made anew. */
  readonly revision?: string | undefined;
}

/** A model, and how it is used. */
export interface ChosenEmbeddingModel {
  readonly id: string;
  readonly fingerprint: string;
  readonly model: string;
  readonly dimensions: number;
  readonly modelDimensions: number;
  readonly documentPrefix: string;
  readonly queryPrefix: string;
  readonly contextLength: number;
}

/**
 * Completes the options by what is known of the model.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function chooseEmbeddingModel(options: OllamaEmbedderOptions): ChosenEmbeddingModel {
  const { model, revision = '' } = options;
  if (typeof model !== 'string' || model.trim() === '') {
    throw badOption('model', model, "Pass the name of the model in Ollama, such as 'embeddinggemma'.");
  }
  for (const name of ['dimensions', 'contextLength'] as const) {
    const value = options[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      throw badOption(name, value, 'Pass a whole number.');
    }
  }
  const facts = embeddingModelFacts(model);
  const { documentPrefix = facts?.documentPrefix ?? '', queryPrefix = facts?.queryPrefix ?? '' } = options;
  const { contextLength = facts?.contextLength ?? 2048, dimensions = facts?.dimensions } = options;
  if (dimensions === undefined) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: `The dimensions of the vectors of ${model} are not known.`,
      remedy: `Pass dimensions to ollamaEmbedder(): \`ollama show ${model}\` tells them as "embedding length".`,
    });
  }
  const modelDimensions = facts?.dimensions ?? dimensions;
  if (dimensions > modelDimensions || (dimensions < modelDimensions && facts?.canBeShortened !== true)) {
    const remedy = `Pass ${modelDimensions}${facts?.canBeShortened === true ? ' at most' : ''}, as the model has them.`;
    throw badOption('dimensions', dimensions, remedy);
  }
  const settings = JSON.stringify([documentPrefix, queryPrefix, contextLength, revision]);
  const hash = createHash('sha256').update(settings).digest('hex').slice(0, 16);
  return {
    id: `ollama:${model}`,
    fingerprint: `ollama@1:${model}:${dimensions}:${hash}`,
    model,
    dimensions,
    modelDimensions,
    documentPrefix,
    queryPrefix,
    contextLength,
  };
}

function badOption(name: string, value: unknown, remedy: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The option ${name} of ollamaEmbedder() is ${JSON.stringify(value) ?? String(value)}.`,
    remedy,
  });
}
