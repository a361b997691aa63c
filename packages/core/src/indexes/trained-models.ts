import { join } from 'node:path';
import { CuboError, type Embedder, isCuboError, type TrainableEmbedder, type TrainedEmbedder } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { failureReason } from '../errors/failure-reason.ts';
import { assertEmbedder } from './assert-embedder.ts';
import { folderName } from './folder-name.ts';
import { removeOtherFolders } from './remove-other-folders.ts';

/** The trained models of a library: one folder each, and the one in use in memory. */
export interface TrainedModels {
  /** Trains a model and keeps it on disk. */
  train(texts: AsyncIterable<string>, options: { signal: AbortSignal | undefined }): Promise<TrainedEmbedder>;
  /** The model with this fingerprint: from memory if it was the last to be used or trained, from the disk otherwise. */
  restore(fingerprint: string): Promise<Embedder>;
  /** Removes the files of all models but one. */
  removeOthers(fingerprint: string | undefined): Promise<void>;
}

/** Makes the store of a library's models. */
export function createTrainedModels({ files, paths }: Library, trainable: TrainableEmbedder): TrainedModels {
  let held: { fingerprint: string; embedder: Promise<Embedder> } | undefined;
  /** Trained, and not in use yet: until then searches hold on to the one before. */
  let newest: TrainedEmbedder | undefined;

  const directory = (fingerprint: string) => join(paths.models, folderName(fingerprint));

  async function read(fingerprint: string): Promise<Embedder> {
    if (newest?.fingerprint === fingerprint) {
      const trained = newest;
      newest = undefined;
      return trained;
    }
    const embedder = await trainable.restore(directory(fingerprint));
    assertEmbedder(embedder);
    return embedder;
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
      const unfinished = `${directory(trained.fingerprint)}.new`;
      await files.remove(unfinished);
      await files.makeDirectory(unfinished);
      await trained.save(unfinished);
      await files.remove(directory(trained.fingerprint));
      await files.rename(unfinished, directory(trained.fingerprint));
      await files.syncDirectory(paths.models);
      newest = trained;
      return trained;
    },
    restore(fingerprint) {
      if (held?.fingerprint === fingerprint) return held.embedder;
      const reading = { fingerprint, embedder: read(fingerprint) };
      held = reading;
      reading.embedder.catch(() => {
        if (held === reading) held = undefined;
      });
      return reading.embedder;
    },
    removeOthers: (fingerprint) =>
      removeOtherFolders(files, paths.models, fingerprint === undefined ? undefined : folderName(fingerprint)),
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
