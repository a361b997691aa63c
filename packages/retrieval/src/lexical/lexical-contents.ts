import {
  type Analyzer,
  type ChunkSet,
  chunkSetFromIds,
  chunkSetHas,
  emptyChunkSet,
  type IndexStats,
  intersectChunkSets,
  type SparseDocument,
  subtractChunkSets,
  uniteChunkSets,
} from '@cubo/contracts';
import type { IndexDirectory, IndexFile } from '@cubo/library';
import { type SegmentBuffer, segmentBuffer } from './buffer/segment-buffer.ts';
import { termNumbering } from './buffer/term-numbering.ts';
import { type FieldWeights, fieldAnalysis } from './field-analysis.ts';
import { filesToMerge } from './merge-policy.ts';
import { mergeSegments, type SegmentPart } from './merge-segments.ts';
import { pacer } from './pacer.ts';
import { segmentFiles } from './segment-files.ts';

/**
 * What a lexical index holds: its files, the buffer of what is not flushed, and what is forgotten. Changes must not
 * overlap.
 */
export interface LexicalContents {
  /** Grows with every change that a search could notice. */
  readonly version: number;
  /** Each chunk it shows, in exactly one part. */
  parts(): SegmentPart[];
  /** All that it shows: the same object until that changes. */
  coverage(): ChunkSet;
  stats(): IndexStats;
  add(batch: readonly SparseDocument[], signal: AbortSignal | undefined): Promise<void>;
  remove(ids: ChunkSet): void;
  flush(): Promise<void>;
  /** Flushes, and writes each file anew that holds anything forgotten. */
  compact(signal: AbortSignal | undefined): Promise<void>;
  refresh(): Promise<void>;
  /** Keeps the files of the present parts open until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** How an index keeps what it holds. */
export interface LexicalContentsOptions {
  readonly analyzer: Analyzer;
  /** Memory for what is not flushed. */
  readonly bufferBytes: number;
  /** Whether it keeps where words stand. */
  readonly positions: boolean;
  readonly weights: FieldWeights;
}

/** The buffers that come one after the other number terms alike, until there are so many. */
const mostNumberedTerms = 1 << 18;

/** Opens the contents of an index directory. */
export async function openLexicalContents(
  directory: IndexDirectory,
  { analyzer, bufferBytes, positions: occurrences, weights }: LexicalContentsOptions,
): Promise<LexicalContents> {
  const files = segmentFiles(directory);
  const compoundLanguages = new Set(analyzer.compoundLanguages);
  let { numbering, analyzed } = newNumbering();
  let buffer = newBuffer();
  /** Removed since the last flush. */
  let forgotten: ChunkSet = emptyChunkSet;
  let version = 0;
  let covered: ChunkSet | undefined;
  await files.synchronize(changed);

  function newNumbering() {
    const numbering = termNumbering();
    return { numbering, analyzed: fieldAnalysis(analyzer, weights, numbering.numberOf) };
  }

  function newBuffer(): SegmentBuffer {
    if (numbering.size > mostNumberedTerms) ({ numbering, analyzed } = newNumbering());
    return segmentBuffer({ numbering, occurrences, compoundLanguages });
  }

  function changed(): void {
    version++;
    covered = undefined;
  }

  /** What was removed from the files, before and since the last flush. */
  const removed = () => uniteChunkSets(files.manifest.removed, forgotten);
  // What is in the buffer replaces an older text of the same id.
  const fileParts = () => files.parts(uniteChunkSets(removed(), buffer.ids()));

  function bufferPart(): SegmentPart {
    const segment = buffer.snapshot();
    return { segment, visible: subtractChunkSets(segment.ids, forgotten) };
  }

  function coverage(): ChunkSet {
    covered ??= uniteChunkSets(subtractChunkSets(files.ids, removed()), subtractChunkSets(buffer.ids(), forgotten));
    return covered;
  }

  async function write(parts: readonly SegmentPart[]): Promise<IndexFile> {
    const file = await directory.create('lex');
    try {
      return await file.finish(await mergeSegments(parts, file, { occurrences }));
    } catch (error) {
      // What is left of the file is swept by the next writer; the first error is the one to tell.
      await file.discard().catch(() => {});
      throw error;
    }
  }

  /** Makes the new files, the buffer's removal and all that is forgotten durable, and shows it. */
  async function commit(added: readonly IndexFile[], dropped: readonly string[]): Promise<void> {
    const drop = new Set(dropped);
    for (const { entry, visible } of fileParts()) if (visible.size === 0) drop.add(entry.name);
    const idsOf = (entries: readonly IndexFile[]) =>
      entries.reduce<ChunkSet>((all, { ids }) => uniteChunkSets(all, ids), emptyChunkSet);
    const stillRemoved = uniteChunkSets(subtractChunkSets(files.manifest.removed, idsOf(added)), forgotten);
    const kept = files.manifest.files.filter(({ name }) => !drop.has(name));
    await directory.commit({
      add: added,
      drop: [...drop],
      removed: intersectChunkSets(stillRemoved, idsOf([...kept, ...added])),
    });
    await files.synchronize(() => {
      buffer.release();
      buffer = newBuffer();
      forgotten = emptyChunkSet;
      changed();
    });
  }

  async function flush(): Promise<void> {
    if (buffer.documents > 0 || forgotten.size > 0) {
      const segment = buffer.snapshotWithout(forgotten);
      await commit(segment.documents > 0 ? [await write([{ segment, visible: segment.ids }])] : [], []);
    }
    for (;;) {
      const parts = fileParts();
      const names = filesToMerge(
        parts.map(({ entry, visible }) => ({
          name: entry.name,
          bytes: entry.bytes,
          chunks: entry.ids.size,
          visible: visible.size,
        })),
      );
      if (names.length === 0) return;
      await commit([await write(parts.filter(({ entry }) => names.includes(entry.name)))], names);
    }
  }

  async function compact(signal: AbortSignal | undefined): Promise<void> {
    await flush();
    for (;;) {
      signal?.throwIfAborted();
      const part = fileParts().find(({ entry, visible }) => visible.size < entry.ids.size);
      if (part === undefined) break;
      await commit(part.visible.size > 0 ? [await write([part])] : [], [part.entry.name]);
    }
    await directory.sweep();
  }

  async function add(batch: readonly SparseDocument[], signal: AbortSignal | undefined): Promise<void> {
    const pace = pacer(signal);
    // The buffer is asked apart: to take stock of all it holds would cost more than a small batch.
    const heldByFiles = () => subtractChunkSets(files.ids, removed());
    let held = heldByFiles();
    for (const document of batch) {
      const { id, text } = document;
      const isForgotten = chunkSetHas(forgotten, id);
      if (chunkSetHas(held, id) || (buffer.has(id) && !isForgotten)) continue;
      // The buffer has one text for an id: the forgotten one must leave it first.
      if (buffer.has(id)) {
        await flush();
        held = heldByFiles();
      }
      const language = document.language ?? analyzer.detect(text);
      buffer.add(id, analyzed(document, language), primaryLanguage(language));
      if (isForgotten) forgotten = subtractChunkSets(forgotten, chunkSetFromIds([id]));
      changed();
      if (buffer.bytes > bufferBytes) {
        await flush();
        held = heldByFiles();
      }
      await pace();
    }
  }

  return {
    get version() {
      return version;
    },
    parts: () => [...fileParts(), bufferPart()],
    coverage,
    stats: () => ({
      chunks: coverage().size,
      bytes: files.manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      segments: files.manifest.files.length + (buffer.documents > 0 ? 1 : 0),
    }),
    add,
    remove(ids) {
      const gone = intersectChunkSets(ids, coverage());
      if (gone.size === 0) return;
      forgotten = uniteChunkSets(forgotten, gone);
      changed();
    },
    flush,
    compact,
    async refresh() {
      await directory.refresh();
      await files.synchronize(changed);
    },
    hold: files.hold,
    async close() {
      await files.close();
      // Whoever still has the index keeps tens of megabytes of terms by it.
      ({ numbering, analyzed } = newNumbering());
      buffer = newBuffer();
    },
  };
}

function primaryLanguage(tag: string): string {
  return (tag.split('-', 1)[0] as string).toLowerCase().toWellFormed() || 'und';
}
