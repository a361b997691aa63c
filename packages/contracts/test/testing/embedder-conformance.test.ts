import { CuboError, type Embedder } from '@cubo/contracts';
import { embedderConformance, hashingEmbedder } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';

const suite = (create: () => Embedder) => embedderConformance({ create });
const base = () => hashingEmbedder({ dimensions: 32, maxBatch: 8 });

/** An embedder whose document vectors are changed on their way out. */
function changed(change: (vectors: Float32Array[], texts: readonly string[]) => Float32Array[]): () => Embedder {
  return () => {
    const good = base();
    return mutant(good, {
      embedDocuments: async (texts, options) => change(await good.embedDocuments(texts, options), texts),
    });
  };
}

const unit = 'gives one vector of unit length or zero for each text';

describe('embedderConformance', () => {
  passes(suite(base));
  catches(
    suite(base),
    (
      [
        ['an empty id', 'describes itself', () => mutant(base(), { id: '' })],
        ['an empty fingerprint', 'describes itself', () => mutant(base(), { fingerprint: '' })],
        ['no dimensions', 'describes itself', () => mutant(base(), { dimensions: 0 })],
        ['no batch size', 'describes itself', () => mutant(base(), { maxBatch: 0.5 })],
        ['a random fingerprint', 'keeps its fingerprint and its dimensions', randomFingerprint],
        ['a lost vector', unit, changed((v) => v.slice(1))],
        ['long vectors', unit, changed((v) => v.map((x) => x.map((value) => value * 2)))],
        ['other dimensions', unit, changed((v) => v.map((x) => x.slice(1)))],
        ['NaN', unit, changed((v) => v.map((x) => x.with(0, Number.NaN)))],
        ['a long query vector', 'gives a query a vector of at most unit length', longQuery],
        ['one vector for all', 'tells texts apart', changed((v) => v.map((x) => x.map((_, i) => (i === 0 ? 1 : 0))))],
        ['nothing but zero', 'tells texts apart', changed((v) => v.map((x) => x.fill(0)))],
        ['a batch turned round', 'keeps the order of a batch', changed((v) => v.toReversed())],
        ['an empty batch refused', 'takes an empty batch', refusing((count) => count === 0)],
        ['a full batch refused', 'takes a batch of maxBatch', refusing((count) => count >= 8)],
        [
          'texts dropped over maxBatch',
          'refuses a batch over maxBatch or answers it in full',
          changed((v) => v.slice(0, 8)),
        ],
        ['an empty text divided by zero', 'survives odd texts', dividing],
        ['a cache handed out', 'gives the same vectors again, whatever its caller does with them', caching],
        ['state shared by calls', 'answers calls that run at the same time', sharing],
        ['a signal that is not heard', 'honours an aborted signal', deaf],
        ['no way back from unload()', 'embeds again after unload()', unloading],
      ] as const
    ).map(([name, caughtBy, create]) => ({ name, caughtBy, checks: suite(create) })),
  );
});

function randomFingerprint(): Embedder {
  return mutant(base(), { fingerprint: String(Math.random()) });
}

function longQuery(): Embedder {
  const good = base();
  return mutant(good, { embedQuery: async (text) => (await good.embedQuery(text)).map((value) => value * 2) });
}

function refusing(refuse: (count: number) => boolean) {
  return (): Embedder => {
    const good = base();
    return mutant(good, {
      async embedDocuments(texts, options) {
        if (refuse(texts.length)) throw new CuboError({ code: 'CUBO_BAD_ARGUMENT', message: 'No.', remedy: 'Stop.' });
        return good.embedDocuments(texts, options);
      },
    });
  };
}

function dividing(): Embedder {
  const good = base();
  return mutant(good, {
    embedDocuments: async (texts) => {
      const vectors = await good.embedDocuments(texts);
      return vectors.map((vector) => {
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      });
    },
  });
}

function caching(): Embedder {
  const good = base();
  const cache = new Map<string, Float32Array>();
  return mutant(good, {
    async embedDocuments(texts) {
      const vectors: Float32Array[] = [];
      for (const text of texts) {
        const vector = cache.get(text) ?? (await good.embedQuery(text));
        cache.set(text, vector);
        vectors.push(vector);
      }
      return vectors;
    },
  });
}

function sharing(): Embedder {
  const good = base();
  let batch: readonly string[] = [];
  return mutant(good, {
    async embedDocuments(texts) {
      batch = texts;
      await Promise.resolve();
      return good.embedDocuments(batch);
    },
  });
}

function deaf(): Embedder {
  const good = base();
  return mutant(good, { embedQuery: (text) => good.embedQuery(text) });
}

function unloading(): Embedder {
  const good = base();
  let loaded = true;
  return mutant(good, {
    unload: async () => {
      loaded = false;
    },
    async embedDocuments(texts) {
      if (!loaded) throw new Error('not loaded');
      return good.embedDocuments(texts);
    },
  });
}
