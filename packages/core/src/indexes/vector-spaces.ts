import { join } from 'node:path';
import {
  type ChunkSet,
  type Embedder,
  type IngestEvent,
  isTrainableEmbedder,
  type TrainableEmbedder,
} from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import { fillVectorTier } from './fill-vector-tier.ts';
import { givenEmbedder } from './given-embedder.ts';
import type { OpenVectorTier } from './index-context.ts';
import { createOpenTiers, type TierLease } from './open-tiers.ts';
import { type SpaceSetting, writeSpaceSetting } from './space-setting.ts';
import { trainedEmbedder } from './trained-embedder.ts';
import type { VectorSpace } from './vector-space.ts';

/** The dense side of a library: which embedder its vectors are of, and how they are kept up to date. */
export interface VectorSpaces {
  /**
   * Works with the space in use, or with `undefined` while there is none of this embedder. The space shows what is on the disk now, and
   * stays open until the work is done, even if another takes its place meanwhile.
   */
  use<T>(work: (space: VectorSpace | undefined) => Promise<T>): Promise<T>;
  /** The folder of the vectors in use, whether they can be opened or not. */
  directory(): string | undefined;
  /**
   * Brings the vectors up to date: trains the embedder if that is due, embeds what is missing, then switches to the new space in one
   * transaction. Interrupted, it goes on where the last flush was.
   */
  update(
    writer: LibraryWriter,
    options?: { signal?: AbortSignal | undefined },
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
}): VectorSpaces {
  const { library, embedder, openTier } = options;
  const { files, paths } = library;
  const source = isTrainableEmbedder(embedder) ? trainedEmbedder(library, embedder) : givenEmbedder(library, embedder);
  const tiers = createOpenTiers({ root: join(paths.indexes, 'vectors'), files, open: openTier });

  const isCurrent = ({ fingerprint }: SpaceSetting) => source.current()?.fingerprint === fingerprint;

  /**
   * Another process may switch to another space and remove this one at any time. It switches first: as long as the setting is the same,
   * what was read before is whole.
   */
  async function acquire(): Promise<{ space: VectorSpace; lease: TierLease } | undefined> {
    for (let setting = source.current(); setting !== undefined; setting = source.current()) {
      let lease: TierLease | undefined;
      try {
        const embedder = await source.load(setting);
        lease = await tiers.acquire(setting);
        if (isCurrent(setting)) {
          await tiers.keep(setting.fingerprint);
          return { space: { embedder, tier: lease.tier }, lease };
        }
        await lease.release();
      } catch (error) {
        await lease?.release();
        if (isCurrent(setting)) throw error;
      }
    }
    return undefined;
  }

  async function removeOthers(fingerprint: string | undefined): Promise<void> {
    await tiers.removeOthers(fingerprint);
    await source.removeOthers(fingerprint);
  }

  async function reset(writer: LibraryWriter): Promise<void> {
    await tiers.forget();
    writeSpaceSetting(library, writer, undefined);
    await removeOthers(undefined);
  }

  return {
    async use(work) {
      const acquired = await acquire();
      try {
        return await work(acquired?.space);
      } finally {
        await acquired?.lease.release();
      }
    },
    directory() {
      const setting = source.current();
      return setting && tiers.directory(setting.fingerprint);
    },
    async *update(writer, { signal } = {}) {
      const snapshot = library.snapshot();
      const prepared = yield* source.prepare(snapshot, signal);
      if (prepared === undefined) return reset(writer);
      const { setting, embedder } = prepared;
      const { tier, release } = await tiers.acquire(setting);
      try {
        yield* fillVectorTier({ embedder, tier }, snapshot, signal);
        writeSpaceSetting(library, writer, setting);
        await tiers.keep(setting.fingerprint);
      } finally {
        await release();
      }
      await removeOthers(setting.fingerprint);
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
