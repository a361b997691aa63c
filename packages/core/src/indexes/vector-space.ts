import { join } from 'node:path';
import {
  type ChunkSet,
  chunkSetFromRanges,
  type Embedder,
  type IngestEvent,
  indexedText,
  intersectChunkSets,
  isTrainableEmbedder,
  type StoredChunk,
  type TrainableEmbedder,
  type VectorTier,
} from '@cubo/contracts';
import type { Library, LibraryWriter } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';
import { embedChecked } from './embed-checked.ts';
import { folderName } from './folder-name.ts';
import type { OpenVectorTier } from './index-context.ts';
import { sampleChunks } from './sample-chunks.ts';

/** Setting that names the vector space in use, and what it was trained on. */
const settingKey = 'vector-space';
/** Vectors between two flushes: what an interruption repeats at most. */
const flushEvery = 4096;
/** A trained embedder is fitted anew when this share of the live chunks came after its training, or of its sample is gone. */
const staleShare = 0.25;
/** Up to so many chunks every newcomer is reason enough: training takes a moment, and a new document brings new words. */
const smallLibrary = 500;

interface SpaceSetting {
  readonly fingerprint: string;
  readonly dimensions: number;
  /** For trained embedders: how many chunks there were, and the id that the next one was to have. */
  readonly trainedOn?: { readonly chunks: number; readonly nextChunk: number } | undefined;
}

/** An embedder with the vectors it made. */
export interface VectorSpace {
  readonly embedder: Embedder;
  readonly tier: VectorTier;
}

/** The dense side of a library: which embedder its vectors are of, and how they are kept up to date. */
export interface VectorSpaces {
  /** The space that searches use, or `undefined` while there is none. Opened on first use, and anew when another process has switched. */
  active(): Promise<VectorSpace | undefined>;
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
  /** Throws all vectors away, and the trained model with them; the next `update` makes them anew. */
  reset(writer: LibraryWriter): Promise<void>;
  close(): Promise<void>;
}

/** Manages the vector spaces of a library for one embedder. */
export function createVectorSpaces(options: {
  library: Library;
  embedder: Embedder | TrainableEmbedder;
  openTier: OpenVectorTier;
}): VectorSpaces {
  const { library, embedder: configured, openTier } = options;
  const { files, paths } = library;
  const vectorsRoot = join(paths.indexes, 'vectors');
  let current: { setting: SpaceSetting | undefined; space: VectorSpace } | undefined;

  function readSetting(): SpaceSetting | undefined {
    const stored = library.setting(settingKey);
    return stored === undefined ? undefined : (JSON.parse(stored) as SpaceSetting);
  }

  async function openSpace(embedder: Embedder): Promise<VectorSpace> {
    const { fingerprint, dimensions } = embedder;
    const directory = join(vectorsRoot, folderName(fingerprint));
    return { embedder, tier: await openTier({ directory, files, dimensions }) };
  }

  async function use(setting: SpaceSetting | undefined, space: VectorSpace): Promise<VectorSpace> {
    const previous = current?.space.tier;
    current = { setting, space };
    if (previous !== undefined && previous !== space.tier) await previous.close();
    return space;
  }

  async function active(): Promise<VectorSpace | undefined> {
    const setting = readSetting();
    if (current !== undefined && current.setting?.fingerprint === setting?.fingerprint) {
      await current.space.tier.refresh();
      return current.space;
    }
    if (!isTrainableEmbedder(configured)) return use(setting, await openSpace(configured));
    if (setting === undefined) return undefined;
    const trained = await configured.restore(join(paths.models, folderName(setting.fingerprint)));
    return use(setting, await openSpace(trained));
  }

  /** Whether a trained embedder no longer speaks for the library. */
  function isStale(setting: SpaceSetting | undefined, live: ChunkSet): boolean {
    const trainedOn = setting?.trainedOn;
    if (trainedOn === undefined) return true;
    const survivors = intersectChunkSets(live, chunkSetFromRanges([[0, trainedOn.nextChunk]])).size;
    const newcomers = live.size - survivors;
    if (newcomers > (live.size <= smallLibrary ? 0 : staleShare * live.size)) return true;
    return trainedOn.chunks - survivors > staleShare * trainedOn.chunks;
  }

  async function* texts(chunks: ChunkSet, signal: AbortSignal | undefined): AsyncGenerator<string> {
    for await (const chunk of library.snapshot().scan(chunks, { signal })) yield indexedText(chunk);
  }

  async function train(
    embedder: TrainableEmbedder,
    live: ChunkSet,
    signal: AbortSignal | undefined,
  ): Promise<VectorSpace> {
    const trained = await embedder.fit(texts(sampleChunks(live, embedder.maxSample), signal), { signal });
    const directory = join(paths.models, folderName(trained.fingerprint));
    const unfinished = `${directory}.new`;
    await files.remove(unfinished);
    await files.makeDirectory(unfinished);
    await trained.save(unfinished);
    await files.remove(directory);
    await files.rename(unfinished, directory);
    await files.syncDirectory(paths.models);
    return openSpace(trained);
  }

  async function* fill({ embedder, tier }: VectorSpace, live: ChunkSet, signal: AbortSignal | undefined) {
    const { missing, extra } = compareCoverage(tier, live);
    if (missing.size === 0 && extra.size === 0) return;
    await tier.remove(extra);
    let done = 0;
    let unflushed = 0;
    let batch: StoredChunk[] = [];
    const embedBatch = async (): Promise<void> => {
      const vectors = await embedChecked(embedder, batch.map(indexedText), { signal });
      await tier.add({ ids: batch.map((chunk) => chunk.id), vectors }, { signal });
      unflushed += batch.length;
      batch = [];
    };
    for await (const chunk of library.snapshot().scan(missing, { signal })) {
      batch.push(chunk);
      if (batch.length >= embedder.maxBatch) await embedBatch();
      if (unflushed < flushEvery) continue;
      await tier.flush();
      done += unflushed;
      unflushed = 0;
      yield { type: 'embedding', done, total: missing.size } as const;
    }
    if (batch.length > 0) await embedBatch();
    await tier.flush();
    if (missing.size > 0) yield { type: 'embedding', done: done + unflushed, total: missing.size } as const;
  }

  /** Removes the spaces and models that are not in use any more. A file that is held open elsewhere stays for the next time. */
  async function removeOthers(keep: string | undefined): Promise<void> {
    for (const root of [vectorsRoot, paths.models]) {
      for (const { name } of await files.list(root)) {
        if (name !== keep) await files.remove(join(root, name)).catch(() => {});
      }
    }
  }

  return {
    active,
    directory() {
      const fingerprint = isTrainableEmbedder(configured) ? readSetting()?.fingerprint : configured.fingerprint;
      return fingerprint === undefined ? undefined : join(vectorsRoot, folderName(fingerprint));
    },
    async *update(writer, { signal } = {}) {
      const live = library.snapshot().chunks;
      let setting = readSetting();
      let space: VectorSpace | undefined;
      if (isTrainableEmbedder(configured)) {
        if (live.size === 0) return;
        if (isStale(setting, live)) {
          yield { type: 'training', embedder: configured.id, chunks: Math.min(live.size, configured.maxSample) };
          space = await train(configured, live, signal);
          const nextChunk = live.ends.at(-1) ?? 0;
          const { fingerprint, dimensions } = space.embedder;
          setting = { fingerprint, dimensions, trainedOn: { chunks: live.size, nextChunk } };
        } else {
          space = await active();
        }
      } else {
        space = await active();
        setting = { fingerprint: configured.fingerprint, dimensions: configured.dimensions };
      }
      if (space === undefined || setting === undefined) return;
      try {
        yield* fill(space, live, signal);
      } catch (error) {
        if (space !== current?.space) await space.tier.close();
        throw error;
      }
      const value = JSON.stringify(setting);
      if (value !== library.setting(settingKey)) writer.writeSettings({ [settingKey]: value });
      await use(setting, space);
      await removeOthers(folderName(setting.fingerprint));
    },
    async reset(writer) {
      await current?.space.tier.close();
      current = undefined;
      writer.writeSettings({ [settingKey]: undefined });
      await removeOthers(undefined);
    },
    async close() {
      await current?.space.tier.close();
      current = undefined;
    },
  };
}
