import type { Embedder, EmbedOptions } from '@cubo/contracts';
import { documentsInvalid, embedChecked } from './embed-checked.ts';

/** Embeds batches of texts, with a probe in some of them. */
export interface ProbedBatches {
  /** Texts that the next batch may have. */
  readonly size: number;
  /**
   * Embeds a batch.
   *
   * @throws CuboError `CUBO_EMBEDDER_FAILED`, `CUBO_EMBEDDER_INVALID`; an abort of the signal stays what it is
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
}

/**
 * The most texts in one call of an embedder, whatever more it would take: between two calls the work can be stopped.
 */
const largestBatch = 256;
/** A text that no one asks for, short, and unlike those of a library. */
const probe = 'Twelve herons stand on a jetty at dawn.';
/** At most one text in so many is a probe, the first ones aside. */
const textsForProbe = 64;
/**
 * Cosine from which two vectors are those of one text: beside others a text may get a slightly different one, by padding
 * and narrow floats. Of the pairs of different passages in three sets at most 2 in a million are as near (USE-lite).
 */
const sameText = 0.98;

/**
 * Vectors in another order than their texts are well-formed, and no other check would find them: every passage would be
 * found by the meaning of another. So a text whose vector alone is known stands among the others of a batch, each time
 * at another place. That finds mixed up and wrong vectors of batches, too.
 */
export function probedBatches(embedder: Embedder): ProbedBatches {
  const { maxBatch } = embedder;
  let alone: Float32Array | undefined;
  let probes = 0;
  let since = textsForProbe;

  const isDue = () => maxBatch >= 2 && since >= textsForProbe;

  return {
    get size() {
      return Math.min(isDue() ? Math.floor(maxBatch) - 1 : Math.floor(maxBatch), largestBatch);
    },
    async embed(texts, options) {
      // One text is in order, unless it is all that has room beside the probe.
      if (!isDue() || texts.length < Math.min(2, maxBatch - 1)) {
        since += texts.length;
        return await embedChecked(embedder, texts, options);
      }
      alone ??= (await embedChecked(embedder, [probe], options))[0] as Float32Array;
      const place = placeOf(probes++, texts.length);
      const vectors = await embedChecked(embedder, texts.toSpliced(place, 0, probe), options);
      const [found] = vectors.splice(place, 1);
      const cosine = cosineOf(alone, found as Float32Array);
      if (cosine < sameText) {
        const near = cosine.toFixed(2);
        throw documentsInvalid(embedder, `gave a text another vector among others than alone (cosine ${near})`);
      }
      since = texts.length;
      return vectors;
    },
  };
}

/**
 * Where the probe stands among some texts: never in the middle of them, where it would stay when the order is reversed,
 * and each time elsewhere (steps of the golden ratio are spread evenly).
 */
function placeOf(probes: number, texts: number): number {
  const place = Math.floor((((probes + 1) * 0.618034) % 1) * (texts + 1));
  return place * 2 === texts ? texts : place;
}

/** Of vectors of unit length; those without content are like each other, and like no other. */
function cosineOf(a: Float32Array, b: Float32Array): number {
  let product = 0;
  for (let i = 0; i < a.length; i++) product += (a[i] as number) * (b[i] as number);
  const isZero = [a, b].map((vector) => vector.every((value) => value === 0));
  return isZero[0] && isZero[1] ? 1 : product;
}
