import { join } from 'node:path';
import { CuboError, type Embedder, isCuboError, type TrainableEmbedder, type TrainedEmbedder } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { failureReason } from '../errors/failure-reason.ts';
import { type EmbedderFacts, heldEmbedder } from '../models/held-embedder.ts';
import type { Models } from '../models/models.ts';
import { assertEmbedder } from './assert-embedder.ts';
import { folderName } from './folder-name.ts';

/** The trained models of a library: one folder each, and those in use in memory as long as something is asked of them. */
export interface TrainedModels {
  /** Trains a model and keeps it on disk. */
  train(texts: AsyncIterable<string>, options: { signal: AbortSignal | undefined }): Promise<Required<Embedder>>;
  /** The model of a space, which is read when something is asked of it. */
  restore(space: TrainedSpace): Required<Embedder>;
  /** Reads the files of a model, whether it is in memory or not. */
  check(space: TrainedSpace): Promise<void>;
  /** Lets go of the models of all spaces but some. */
  keepOnly(fingerprints: readonly string[]): void;
}

/** What the catalog knows of a trained model. */
export type TrainedSpace = Pick<Embedder, 'fingerprint' | 'dimensions'>;

/** What the model itself takes is found out when it is read, and kept to then. */
const largestBatch = Number.POSITIVE_INFINITY;

interface KnownModel {
  readonly embedder: Required<Embedder>;
  forget(): void;
}

/** Makes the store of a library's models. */
export function createTrainedModels(
  { files, paths }: Library,
  trainable: TrainableEmbedder,
  models: Models,
): TrainedModels {
  /** By fingerprint; more than one while searches hold on to the one before. */
  const known = new Map<string, KnownModel>();

  const directory = (fingerprint: string) => join(paths.models, folderName(fingerprint));

  async function read(fingerprint: string): Promise<Embedder> {
    const embedder = await trainable.restore(directory(fingerprint), { files });
    assertEmbedder(embedder);
    return embedder;
  }

  /** @param trained in memory already, until it is let go for the first time */
  function hold(facts: EmbedderFacts, trained?: TrainedEmbedder): KnownModel {
    let inMemory: Embedder | undefined = trained;
    const holder = models.hold<Embedder>({
      kind: 'embedder',
      id: facts.id,
      async load() {
        const embedder = inMemory ?? (await read(facts.fingerprint));
        inMemory = undefined;
        return embedder;
      },
      unload: async (embedder) => embedder.unload?.(),
    });
    return { embedder: heldEmbedder(facts, holder), forget: holder.forget };
  }

  async function fitOn(texts: AsyncIterable<string>, signal: AbortSignal | undefined): Promise<TrainedEmbedder> {
    try {
      return await trainable.fit(texts, { signal });
    } catch (error) {
      if (signal?.aborted || isCuboError(error)) throw error;
      throw trainingFailed(trainable.id, error);
    }
  }

  return {
    async train(texts, { signal }) {
      const trained = await fitOn(texts, signal);
      assertEmbedder(trained);
      const { id, fingerprint, dimensions, maxBatch } = trained;
      const unfinished = `${directory(fingerprint)}.new`;
      await files.remove(unfinished);
      await files.makeDirectory(unfinished);
      await trained.save(unfinished, { files });
      await files.remove(directory(fingerprint));
      await files.rename(unfinished, directory(fingerprint));
      await files.syncDirectory(paths.models);
      // Its files are others now; before, they may have been damaged.
      known.get(fingerprint)?.forget();
      const { embedder, forget } = hold({ id, fingerprint, dimensions, maxBatch }, trained);
      known.set(fingerprint, { embedder, forget });
      await embedder.load();
      return embedder;
    },
    restore({ fingerprint, dimensions }) {
      const model =
        known.get(fingerprint) ?? hold({ id: trainable.id, fingerprint, dimensions, maxBatch: largestBatch });
      known.set(fingerprint, model);
      return model.embedder;
    },
    async check({ fingerprint }) {
      await read(fingerprint);
    },
    keepOnly(fingerprints) {
      for (const [fingerprint, { forget }] of known) {
        if (fingerprints.includes(fingerprint)) continue;
        forget();
        known.delete(fingerprint);
      }
    },
  };
}

function trainingFailed(id: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_EMBEDDER_FAILED',
    message: `The training of the embedder ${id} failed: ${failureReason(cause)}.`,
    remedy: 'Everything can be found by its words; ingesting again trains anew.',
    cause,
  });
}
