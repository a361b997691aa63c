import { join } from 'node:path';
import {
  badArgument,
  type ChunkSet,
  type CuboError,
  type Embedder,
  type IngestEvent,
  intersectChunkSets,
  isCuboError,
  isTrainableEmbedder,
  type TrainableEmbedder,
} from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import type { Models } from '../models/models.ts';
import { compareCoverage } from './compare-coverage.ts';
import type { EmbedderSource } from './embedder-source.ts';
import { fillVectorTier } from './fill-vector-tier.ts';
import { folderName } from './folder-name.ts';
import { givenEmbedder } from './given-embedder.ts';
import type { OpenVectorTier } from './index-context.ts';
import { inheritVectors } from './inherit-vectors.ts';
import { createOpenTiers, type TierLease } from './open-tiers.ts';
import { removeOtherFolders } from './remove-other-folders.ts';
import {
  ofConfiguration,
  readNextSpace,
  readStoredSpace,
  type SpaceSetting,
  writeNextSpace,
  writeSpaceSetting,
} from './space-setting.ts';
import { trainedEmbedder } from './trained-embedder.ts';
import type { VectorSpace } from './vector-space.ts';

/** How far vectors are that will take the place of those in use. */
export interface VectorMigration {
  /** The id of the embedder that makes them. */
  readonly embedder: string;
  /** The fingerprint of the vectors that the library has; `undefined`: none. */
  readonly replaces: string | undefined;
  /** Live chunks that have a vector of it. */
  readonly chunks: number;
}

/** Options of `VectorSpaces.update`. */
export interface UpdateOptions {
  readonly signal?: AbortSignal | undefined;
  /** Train the embedder anew, whether it is due or not. Default false. */
  readonly renew?: boolean | undefined;
  /** Ends it, after the next flush, where there is more to do; calling it again goes on. Default: it goes to the end. */
  readonly isOver?: (() => boolean) | undefined;
  /** Gives up what is half done for another embedder. Default false. */
  readonly abandonsOthers?: boolean | undefined;
}

/** The dense side of a library: which embedder its vectors are of, and how they are kept up to date. */
export interface VectorSpaces {
  /** What the embedder was configured with: see `configurationOf`. */
  readonly configuration: string;
  /**
   * Works with the space in use, or with `undefined` while there is none that one of the embedders can ask. The space shows
   * what is on the disk now, and stays open until the work is done, even if another takes its place meanwhile. One that another
   * process is just removing may fail or be found empty: see `readConsistently`.
   */
  use<T>(work: (space: VectorSpace | undefined) => Promise<T>): Promise<T>;
  /** The embedder of the space in use, without its vectors; `undefined` while there is none that can be asked. */
  embedder(): Embedder | undefined;
  /** Opens the space in use, and reads the model that was trained for it, and throws where they are damaged. */
  check(): Promise<void>;
  /** The folder of the vectors in use, whether they can be opened or not. */
  directory(): string | undefined;
  /** The folder of the vectors that will take their place, whichever embedder makes them. */
  nextDirectory(): string | undefined;
  /** Throws what is half done for the next space away. */
  resetNext(writer: LibraryWriter): Promise<void>;
  /** How far the next space is; `undefined` where the one in use is to stay. */
  migration(live: ChunkSet): Promise<VectorMigration | undefined>;
  /**
   * Brings the vectors up to date: trains the embedder if that is due, embeds what is missing, then switches to the new
   * space in one transaction. Interrupted, it goes on where the last flush was. Returns whether it came to its end.
   */
  update(
    writer: LibraryWriter,
    options?: UpdateOptions,
  ): AsyncGenerator<Extract<IngestEvent, { type: 'training' | 'embedding' }>, boolean>;
  /** Removes the vectors of chunks, of the space in use and of the next one, for which no model is needed. */
  remove(chunks: ChunkSet): Promise<void>;
  /**
   * Throws the vectors in use away, and the trained model with them; the next `update` makes them anew. What is half done
   * for another space stays.
   */
  reset(writer: LibraryWriter): Promise<void>;
  /** Lets go of the vectors; work that is under way ends first. */
  close(): Promise<void>;
}

/** A space, and where its embedder comes from. */
interface SpaceInUse {
  readonly source: EmbedderSource;
  readonly setting: SpaceSetting;
}

/** Manages the vector spaces of a library for one embedder. */
export function createVectorSpaces(options: {
  library: Library;
  embedder: Embedder | TrainableEmbedder;
  /** Those that can be asked as long as the vectors of `embedder` are not complete. Default: none. */
  previous?: readonly (Embedder | TrainableEmbedder)[] | undefined;
  openTier: OpenVectorTier;
  /** What an open tier may take of memory. */
  memoryBytes: number;
  /** Hold what was trained. An embedder of the host's own is given as they hold it. */
  models: Models;
}): VectorSpaces {
  const { library, previous = [], openTier, memoryBytes, models } = options;
  const { files, paths } = library;
  const root = join(paths.indexes, 'vectors');
  const sourceOf = (embedder: Embedder | TrainableEmbedder) =>
    isTrainableEmbedder(embedder) ? trainedEmbedder(library, embedder, models) : givenEmbedder(embedder);
  const own = sourceOf(options.embedder);
  const sources = [own, ...previous.map(sourceOf)];
  const tiers = createOpenTiers({ root, files, memoryBytes, open: openTier });

  function inUse(): SpaceInUse | undefined {
    const stored = readStoredSpace(library);
    const source = sources.find(({ configuration }) => configuration === stored?.configuration);
    if (source !== undefined && stored !== undefined) return { source, setting: stored };
    return own.first && { source: own, setting: own.first };
  }

  function next(): SpaceSetting | undefined {
    return ofConfiguration(readNextSpace(library), own.configuration);
  }

  /** Removes what other spaces have left on the disk. */
  async function keepOnly(kept: readonly (SpaceSetting | undefined)[]): Promise<void> {
    const fingerprints = kept.flatMap((setting) => (setting === undefined ? [] : [setting.fingerprint]));
    await removeOtherFolders(files, root, fingerprints.map(folderName));
    await removeOtherFolders(files, paths.models, fingerprints.map(folderName));
    for (const source of sources) source.keepOnly(fingerprints);
  }

  /** Lets go of models that were trained for other spaces than the one in use, and the next one. */
  function keepModels({ fingerprint }: SpaceSetting): void {
    for (const source of sources) source.keepOnly([fingerprint, next()?.fingerprint ?? '']);
  }

  async function clear(writer: LibraryWriter): Promise<void> {
    await tiers.forget();
    writeSpaceSetting(library, writer, undefined);
    writeNextSpace(library, writer, undefined);
    await keepOnly([]);
  }

  async function reset(writer: LibraryWriter): Promise<void> {
    const kept = next();
    if (kept === undefined || kept.fingerprint === inUse()?.setting.fingerprint) return clear(writer);
    await tiers.forget();
    writeSpaceSetting(library, writer, undefined);
    await keepOnly([kept]);
  }

  /** Opens a space for a write. What is half done and damaged is begun anew: it is in use nowhere. */
  async function acquireForWrite(setting: SpaceSetting): Promise<TierLease> {
    try {
      return await tiers.acquire(setting);
    } catch (error) {
      const isUsed = readStoredSpace(library)?.fingerprint === setting.fingerprint;
      if (isUsed || !isCuboError(error, 'CUBO_INDEX_CORRUPT')) throw error;
      await files.remove(tiers.directory(setting.fingerprint));
      return tiers.acquire(setting);
    }
  }

  async function use<T>(work: (space: VectorSpace | undefined) => Promise<T>): Promise<T> {
    const used = inUse();
    if (used === undefined) return work(undefined);
    const { source, setting } = used;
    const embedder = source.embedderOf(setting);
    const { tier, release } = await tiers.acquire(setting);
    try {
      // Unless a writer has switched to another space meanwhile, it stays open for the next use.
      if (inUse()?.setting.fingerprint === setting.fingerprint) {
        await tiers.keep(setting.fingerprint);
        keepModels(setting);
      }
      return await work({ embedder, tier });
    } finally {
      await release();
    }
  }

  return {
    configuration: own.configuration,
    use,
    embedder() {
      const used = inUse();
      if (used === undefined) return undefined;
      keepModels(used.setting);
      return used.source.embedderOf(used.setting);
    },
    async check() {
      await use(async () => {
        const used = inUse();
        if (used !== undefined) await used.source.check(used.setting);
      });
    },
    directory() {
      const used = inUse();
      return used && tiers.directory(used.setting.fingerprint);
    },
    nextDirectory() {
      const setting = readNextSpace(library);
      const isOther = setting !== undefined && setting.fingerprint !== inUse()?.setting.fingerprint;
      return isOther ? tiers.directory(setting.fingerprint) : undefined;
    },
    async resetNext(writer) {
      writeNextSpace(library, writer, undefined);
      await keepOnly([inUse()?.setting]);
    },
    async migration(live) {
      const stored = readStoredSpace(library);
      const about = { embedder: own.id, replaces: stored?.fingerprint };
      const isOther = stored !== undefined && stored.configuration !== own.configuration;
      const setting = next() ?? (isOther ? own.first : undefined);
      if (setting === undefined) return isOther && live.size > 0 ? { ...about, chunks: 0 } : undefined;
      try {
        const { tier, release } = await tiers.acquire(setting);
        try {
          return { ...about, chunks: intersectChunkSets(tier.coverage(), live).size };
        } finally {
          await release();
        }
      } catch (error) {
        // It is begun anew by the next write.
        if (isCuboError(error, 'CUBO_INDEX_CORRUPT')) return { ...about, chunks: 0 };
        throw error;
      }
    },
    async *update(writer, { signal, renew, isOver, abandonsOthers } = {}) {
      const snapshot = library.snapshot();
      const stored = readStoredSpace(library);
      const known = [ofConfiguration(stored, own.configuration), next()].filter((setting) => setting !== undefined);
      const prepared = yield* own.prepare(snapshot, { known, signal, renew });
      if (prepared === undefined) {
        await clear(writer);
        return true;
      }
      const { setting, embedder } = prepared;
      for (const { fingerprint, dimensions } of known) {
        if (fingerprint === setting.fingerprint && dimensions !== setting.dimensions)
          throw otherDimensions(embedder, dimensions);
      }
      if (stored?.fingerprint !== setting.fingerprint) writeNextSpace(library, writer, setting);
      const { tier, release } = await acquireForWrite(setting);
      try {
        await inheritVectors(tier, library, snapshot.chunks, signal);
        yield* fillVectorTier({ embedder, tier }, snapshot, { signal, isOver });
        if (compareCoverage(tier, snapshot.chunks).missing.size > 0) return false;
        writeSpaceSetting(library, writer, setting);
        await tiers.keep(setting.fingerprint);
        await tier.optimize?.({ signal });
      } finally {
        await release();
      }
      if (abandonsOthers) writeNextSpace(library, writer, undefined);
      await keepOnly([setting, readNextSpace(library)]);
      if (library.inheritedChunks().length > 0) writer.forgetInherited();
      return true;
    },
    async remove(chunks) {
      const settings = [inUse()?.setting, readNextSpace(library)].filter((setting) => setting !== undefined);
      for (const setting of settings) {
        const { tier, release } = await acquireForWrite(setting);
        try {
          await tier.remove(chunks);
          await tier.flush();
        } finally {
          await release();
        }
      }
    },
    reset,
    close: tiers.close,
  };
}

/** Refused before it is noted: the embedder that made the vectors would not find them again. */
function otherDimensions({ id, dimensions }: Embedder, held: number): CuboError {
  return badArgument(
    `The embedder ${id} has ${dimensions} dimensions; the vectors that its fingerprint stands for have ${held}.`,
    'Give it a fingerprint of its own, or use the embedder that made them.',
  );
}
