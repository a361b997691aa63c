import { type ChunkSet, indexedText, type TrainableEmbedder } from '@cubo/contracts';
import type { Library, LibrarySnapshot } from '@cubo/library';
import type { Models } from '../models/models.ts';
import type { EmbedderSource } from './embedder-source.ts';
import { isTrainingStale } from './is-training-stale.ts';
import { sampleChunks } from './sample-chunks.ts';
import { configurationOf, type SpaceSetting } from './space-setting.ts';
import { createTrainedModels } from './trained-models.ts';

/** The spaces of an embedder that is trained on the library, one for each training. */
export function trainedEmbedder(library: Library, trainable: TrainableEmbedder, models: Models): EmbedderSource {
  const trained = createTrainedModels(library, trainable, models);
  const configuration = configurationOf(trainable);
  return {
    configuration,
    id: trainable.id,
    first: undefined,
    embedderOf: trained.restore,
    check: trained.check,
    keepOnly: trained.keepOnly,
    async *prepare(snapshot, { known, signal, renew = false }) {
      const { chunks } = snapshot;
      if (chunks.size === 0) return undefined;
      const fits = ({ trainedOn }: SpaceSetting) => trainedOn !== undefined && !isTrainingStale(trainedOn, chunks);
      const setting = renew ? undefined : known.find(fits);
      if (setting !== undefined) return { setting, embedder: trained.restore(setting) };
      const sample = sampleChunks(chunks, trainable.maxSample);
      yield { type: 'training', embedder: trainable.id, chunks: sample.size };
      const embedder = await trained.train(texts(snapshot, sample, signal), { signal });
      const { fingerprint, dimensions } = embedder;
      const trainedOn = { chunks: chunks.size, nextChunk: chunks.ends.at(-1) ?? 0 };
      return { setting: { configuration, fingerprint, dimensions, trainedOn }, embedder };
    },
  };
}

async function* texts(snapshot: LibrarySnapshot, chunks: ChunkSet, signal: AbortSignal | undefined) {
  for await (const chunk of snapshot.scan(chunks, { signal })) yield indexedText(chunk);
}
