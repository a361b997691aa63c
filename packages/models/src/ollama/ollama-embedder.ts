import type { Embedder } from '@cubo/contracts';
import { assertKnownOptions, type EmbedOptions, type KnownOptions } from '@cubo/contracts';
import { explainFailure, isUnreachable, mayPass } from '../servers/explain-failure.ts';
import { modelServer } from '../servers/model-server.ts';
import { createTurns } from '../servers/turns.ts';
import { type Pause, pauseByClock, withRetries } from '../servers/with-retries.ts';
import { createBatchSize } from './batch-size.ts';
import { embedRequest, isTooLong } from './embed-request.ts';
import { chooseEmbeddingModel, type OllamaEmbedderOptions } from './ollama-embedder-options.ts';
import { assertMayRun, ollamaPurpose, ollamaRemedies } from './ollama-names.ts';

const known: KnownOptions<OllamaEmbedderOptions> = {
  model: true,
  baseUrl: true,
  dimensions: true,
  documentPrefix: true,
  queryPrefix: true,
  contextLength: true,
  keepAlive: true,
  revision: true,
};

/** A batch may grow to this many texts; larger ones get worse and worse with some models (ollama#6262). */
const maxBatch = 64;
/** What every batch ends with, to see that vectors come in the order of the texts. */
const probeText = 'The order of these texts is being checked.';
/** Two vectors of one text may differ by rounding, on a graphics card in the third digit. */
const leastCosine = 0.999;
/** No writing has tokens of more than eight characters throughout; what is beyond that many is not even sent. */
const charactersPerToken = 8;

/**
 * Embeds with a model of [Ollama](https://ollama.com), by default of the one on this machine. For the models of Ollama's
 * library that are known (`embeddinggemma`, `nomic-embed-text`, `mxbai-embed-large`, `all-minilm`, `bge-m3`,
 * `snowflake-arctic-embed`, `snowflake-arctic-embed2`, `qwen3-embedding:0.6b` and larger) dimensions, prefixes and
 * context length are set; for others pass them. Nothing is pulled, and nothing is contacted before the first use.
 *
 * Texts are sent in batches whose size adapts. Each is checked: count, dimensions, finite values, and by a probe text the
 * order. A batch whose vectors are not those of its texts alone is made again text by text, and so is all that follows
 * (ollama#6262). One request is under way at a time, and a question goes before documents. What fails in a way that may
 * pass is tried four times.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`; embedding, `CUBO_EMBEDDER_FAILED` and `CUBO_EMBEDDER_INVALID`
 */
export function ollamaEmbedder(options: OllamaEmbedderOptions): Embedder {
  return ollamaEmbedderWith(options, pauseByClock);
}

/** {@link ollamaEmbedder} with a way to wait between tries. */
export function ollamaEmbedderWith(options: OllamaEmbedderOptions, pause: Pause): Embedder {
  assertKnownOptions('ollamaEmbedder()', options, known);
  const { id, fingerprint, model, dimensions, modelDimensions, documentPrefix, queryPrefix, contextLength } =
    chooseEmbeddingModel(options);
  const { baseUrl = 'http://127.0.0.1:11434', keepAlive } = options;
  const purpose = ollamaPurpose('embedding', model);
  const server = modelServer({ owner: 'ollamaEmbedder()', baseUrl, purpose });
  const failure = { code: 'CUBO_EMBEDDER_FAILED', server: 'Ollama', url: server.url, model } as const;
  const request = embedRequest({ server, model, embedder: id, keepAlive, modelDimensions, dimensions });
  const turns = createTurns();
  let sizes = createBatchSize(maxBatch);
  let probe: Float32Array | undefined;
  let isSerial = false;
  let largestChecked = 1;
  let hasAnswered = false;

  /** Asks when it is its turn, and measures how long the answer took. */
  function ask(texts: readonly string[], signal: AbortSignal | undefined, urgent = false): Promise<Asked> {
    const work = async () => {
      const started = performance.now();
      const vectors = await request(texts, signal);
      hasAnswered = true;
      return { vectors, milliseconds: performance.now() - started };
    };
    return turns.take(work, { urgent, signal });
  }

  /** The vector of one text, which is shortened until the server takes it. */
  async function embedOne(prompt: string, signal: AbortSignal | undefined, urgent = false): Promise<Float32Array> {
    // Nobody at the address is worth a second try only where there was somebody.
    const isWorthIt = (error: unknown) => mayPass(error) && !isTooLong(error) && (hasAnswered || !isUnreachable(error));
    for (let text = prompt; ; text = text.slice(0, Math.floor(text.length / 2)).toWellFormed()) {
      try {
        const work = () => ask([text], signal, urgent);
        const { vectors } = await withRetries(work, { mayPass: isWorthIt, pause, signal });
        return vectors[0] as Float32Array;
      } catch (error) {
        if (!isTooLong(error) || text.length < 2) throw error;
      }
    }
  }

  async function embedOneByOne(prompts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (const prompt of prompts) vectors.push(await embedOne(prompt, signal));
    return vectors;
  }

  /** What the probe text has for a vector when it is alone. */
  async function probeVector(signal?: AbortSignal): Promise<Float32Array> {
    probe ??= await embedOne(documentPrefix + probeText, signal);
    return probe;
  }

  /** Vectors of one batch, in one request if its vectors can be trusted. */
  async function embedBatch(prompts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    if (isSerial || prompts.length === 1) return embedOneByOne(prompts, signal);
    const alone = await probeVector(signal);
    const { vectors, milliseconds } = await withRetries(() => ask([...prompts, documentPrefix + probeText], signal), {
      // What fails otherwise may pass with fewer texts.
      mayPass: isUnreachable,
      pause,
      signal,
    });
    if (!areSame(vectors.pop() as Float32Array, alone)) isSerial = true;
    if (!isSerial && prompts.length > largestChecked) {
      const first = await embedOne(prompts[0] as string, signal);
      if (!areSame(vectors[0] as Float32Array, first)) isSerial = true;
      largestChecked = Math.max(largestChecked, prompts.length);
    }
    if (isSerial) return embedOneByOne(prompts, signal);
    const characters = prompts.reduce((sum, { length }) => sum + length, 0);
    sizes.succeeded({ texts: prompts.length, characters, milliseconds });
    return vectors;
  }

  async function embedAll(prompts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    while (vectors.length < prompts.length) {
      const batch = prompts.slice(vectors.length, vectors.length + sizes.size);
      try {
        vectors.push(...(await embedBatch(batch, signal)));
      } catch (error) {
        signal?.throwIfAborted();
        if (batch.length > 1 && isTooLong(error)) vectors.push(...(await embedOneByOne(batch, signal)));
        // Smaller batches may pass; texts that are asked for one by one have been tried again already.
        else if (batch.length > 1 && !isSerial && mayPass(error) && !isUnreachable(error)) sizes.failed();
        else throw error;
      }
    }
    return vectors;
  }

  /** A text as it is sent: what models choke on is taken out. */
  const prompt = (prefix: string, text: string) =>
    prefix +
    text
      .slice(0, contextLength * charactersPerToken)
      .toWellFormed()
      .replaceAll('\0', ' ');

  async function explained<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    try {
      assertMayRun(model, purpose);
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      throw explainFailure(error, { ...failure, ...ollamaRemedies(model) });
    }
  }

  return {
    id,
    fingerprint,
    dimensions,
    maxBatch,
    embedDocuments: (texts, { signal }: EmbedOptions = {}) =>
      explained(async () => {
        const prompts = texts.filter(hasContent).map((text) => prompt(documentPrefix, text));
        const vectors = (await embedAll(prompts, signal)).values();
        return texts.map((text) =>
          hasContent(text) ? (vectors.next().value as Float32Array) : new Float32Array(dimensions),
        );
      }, signal),
    embedQuery: (text, { signal }: EmbedOptions = {}) =>
      explained(async () => {
        if (!hasContent(text)) return new Float32Array(dimensions);
        return embedOne(prompt(queryPrefix, text), signal, true);
      }, signal),
    load: () =>
      explained(async () => {
        await probeVector();
      }),
    unload: () =>
      explained(async () => {
        // The model may be another one when it is loaded again.
        probe = undefined;
        isSerial = false;
        largestChecked = 1;
        sizes = createBatchSize(maxBatch);
        (await server.post('/api/generate', { model, keep_alive: 0 })).close();
      }),
  };
}

/** Vectors, and how long they took. */
interface Asked {
  readonly vectors: Float32Array[];
  readonly milliseconds: number;
}

function hasContent(text: string): boolean {
  return text.trim() !== '';
}

/** Whether two vectors of unit length, or zero, are those of one text. */
function areSame(a: Float32Array, b: Float32Array): boolean {
  if (a.every((value) => value === 0)) return b.every((value) => value === 0);
  return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0) >= leastCosine;
}
