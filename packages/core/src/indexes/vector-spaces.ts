import { join } from 'node:path';
import {
  type ChunkSet,
  type Embedder,
  type IngestEvent,
  isTrainableEmbedder,
  type TrainableEmbedder,
} from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import type { Models } from '../models/models.ts';
import { fillVectorTier } from './fill-vector-tier.ts';
import { givenEmbedder } from './given-embedder.ts';
import type { OpenVectorTier } from './index-context.ts';
import { inheritVectors } from './inherit-vectors.ts';
import { createOpenTiers } from './open-tiers.ts';
import { writeSpaceSetting } from './space-setting.ts';
import { trainedEmbedder } from './trained-embedder.ts';
import type { VectorSpace } from './vector-space.ts';

/** The dense side of a library: which embedder its vectors are of, and how they are kept up to date. */
export interface VectorSpaces {
  /**
   * Works with the space in use, or with `undefined` while there is none of this embedder. The space shows what is on
   * the disk now, and stays open until the work is done, even if another takes its place meanwhile. One that another
   * process is just removing may fail or be found empty: see `readConsistently`.
   */
  use<T>(work: (space: VectorSpace | undefined) => Promise<T>): Promise<T>;
  /** Opens the space in use, and reads the model that was trained for it, and throws where they are damaged. */
  check(): Promise<void>;
  /** The folder of the vectors in use, whether they can be opened or not. */
  directory(): string | undefined;
  /**
   * Brings the vectors up to date: trains the embedder if that is due, embeds what is missing, then switches to the new
   * space in one transaction. Interrupted, it goes on where the last flush was.
   */
  update(
    writer: LibraryWriter,
    options?: {
      signal?: AbortSignal | undefined;
      /** Train the embedder anew, whether it is due or not. Default false. */
      renew?: boolean | undefined;
    },
  ): AsyncGenerator<Extract<IngestEvent, { type: 'training' | 'embedding' }>>;
  /** Removes the vectors of chunks from the space in use, for which no model is needed. */
  remove(chunks: ChunkSet): Promise<void>;
  /** Throws all vectors away, and the trained model with them; the next `update` makes them anew. */
  reset(writer: LibraryWriter): Promise<void>;
  /** Lets go of the vectors; work that is under way ends first. */
  close(): Promise<void>;
}

/** Manages the vector spaces of a library for one embedder. */
export function createVectorSpaces(options: {
  library: Library;
  embedder: Embedder | TrainableEmbedder;
  openTier: OpenVectorTier;
  /** What an open tier may take of memory. */
  memoryBytes: number;
  /** Hold what was trained. An embedder of the host's own is given as they hold it. */
  models: Models;
}): VectorSpaces {
  const { library, embedder, openTier, memoryBytes, models } = options;
  const { files, paths } = library;
  const source = isTrainableEmbedder(embedder)
    ? trainedEmbedder(library, embedder, models)
    : givenEmbedder(library, embedder);
  const tiers = createOpenTiers({ root: join(paths.indexes, 'vectors'), files, memoryBytes, open: openTier });

  async function removeOthers(fingerprint: string | undefined): Promise<void> {
    await tiers.removeOthers(fingerprint);
    await source.removeOthers(fingerprint);
  }

  async function reset(writer: LibraryWriter): Promise<void> {
    await tiers.forget();
    writeSpaceSetting(library, writer, undefined);
    await removeOthers(undefined);
  }

  async function use<T>(work: (space: VectorSpace | undefined) => Promise<T>): Promise<T> {
    const setting = source.current();
    if (setting === undefined) return work(undefined);
    const embedder = source.embedderOf(setting);
    const { tier, release } = await tiers.acquire(setting);
    try {
      // Unless a writer has switched to another space meanwhile, it stays open for the next use.
      if (source.current()?.fingerprint === setting.fingerprint) await tiers.keep(setting.fingerprint);
      return await work({ embedder, tier });
    } finally {
      await release();
    }
  }

  return {
    use,
    async check() {
      await use(async () => {
        const setting = source.current();
        if (setting !== undefined) await source.check(setting);
      });
    },
    directory() {
      const setting = source.current();
      return setting && tiers.directory(setting.fingerprint);
    },
    async *update(writer, { signal, renew } = {}) {
      const snapshot = library.snapshot();
      const prepared = yield* source.prepare(snapshot, { signal, renew });
      if (prepared === undefined) return reset(writer);
      const { setting, embedder } = prepared;
      const { tier, release } = await tiers.acquire(setting);
      try {
        await inheritVectors(tier, library, snapshot.chunks, signal);
        yield* fillVectorTier({ embedder, tier }, snapshot, signal);
        writeSpaceSetting(library, writer, setting);
        await tiers.keep(setting.fingerprint);
        await tier.optimize?.({ signal });
      } finally {
        await release();
      }
      await removeOthers(setting.fingerprint);
      if (library.inheritedChunks().length > 0) writer.forgetInherited();
    },
    async remove(chunks) {
      const setting = source.current();
      if (setting === undefined) return;
      const { tier, release } = await tiers.acquire(setting);
      try {
        await tier.remove(chunks);
        await tier.flush();
      } finally {
        await release();
      }
    },
    reset,
    close: tiers.close,
  };
}
