import { type ChunkSet, emptyChunkSet, isCuboError, subtractChunkSets, uniteChunkSets } from '@cubo/contracts';
import type { IndexDirectory, IndexFile, IndexManifest, ReadableFile } from '@cubo/library';
import { pageBytes } from './checked-writer.ts';
import { fileSegment } from './file-segment.ts';
import type { LexicalSegment } from './lexical-segment.ts';
import type { SegmentPart } from './merge-segments.ts';
import { pageCache } from './page-cache.ts';
import { directoryCache } from './postings/directory-cache.ts';

interface OpenSegment {
  readonly file: ReadableFile;
  readonly segment: LexicalSegment;
}

/** A file of the index and what it shows. */
interface FilePart extends SegmentPart {
  readonly entry: IndexFile;
}

/** The open segment files of an index directory. */
export interface SegmentFiles {
  /** The manifest whose files are open. */
  readonly manifest: IndexManifest;
  /** What its files hold. */
  readonly ids: ChunkSet;
  /** Its files with what they show: of an id that several hold the last one counts. */
  parts(hidden: ChunkSet): FilePart[];
  /**
   * Opens what the directory's manifest names and closes what it no longer names, once no search uses it. `changed`
   * is called at the moment when the new state shows; when this fails, the old one stays.
   */
  synchronize(changed: () => void): Promise<void>;
  /** Keeps all files open until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** 8 MiB for all files together. */
const cachedPages = 1024;
/**
 * Blocks of frequent terms, which most queries have, whose directories stay in memory: 30 to 86 bytes each by the number of
 * their impacts.
 */
const cachedBlocks = 1 << 18;

/** Creates {@link SegmentFiles}; nothing is open before the first `synchronize`. */
export function segmentFiles(directory: IndexDirectory): SegmentFiles {
  const pages = pageCache(cachedPages, pageBytes);
  const directories = directoryCache(cachedBlocks);
  let open = new Map<string, OpenSegment>();
  let manifest: IndexManifest = { ...directory.manifest, files: [] };
  let ids: ChunkSet = emptyChunkSet;
  /** Each file with what no later one holds. */
  let parts: FilePart[] = [];
  let retired: ReadableFile[] = [];
  let holders = 0;
  let closing: Promise<unknown> = Promise.resolve();

  function closeRetired(): void {
    if (holders > 0 || retired.length === 0) return;
    const files = retired;
    retired = [];
    // Without what they give: results within results would be kept for as long as the index is open.
    closing = Promise.all([closing, ...files.map((file) => file.close())]).then(() => {});
    // Files are only read: a failure to close one loses nothing. `close` still reports it.
    closing.catch(() => {});
  }

  /** Takes over a manifest whose files are open. */
  function show(shown: IndexManifest): void {
    manifest = shown;
    ids = emptyChunkSet;
    parts = shown.files
      .toReversed()
      .map((entry) => {
        const visible = subtractChunkSets(entry.ids, ids);
        ids = uniteChunkSets(ids, entry.ids);
        return { entry, segment: (open.get(entry.name) as OpenSegment).segment, visible };
      })
      .reverse();
  }

  async function openAll(changed: () => void): Promise<void> {
    const target = directory.manifest;
    if (target === manifest) return;
    const next = new Map<string, OpenSegment>();
    const fresh: ReadableFile[] = [];
    try {
      for (const entry of target.files) {
        let segment = open.get(entry.name);
        if (segment === undefined) {
          const file = await directory.open(entry);
          fresh.push(file);
          segment = {
            file,
            segment: await fileSegment(file, entry, { pages: pages.file(), directories: directories.file() }),
          };
        }
        next.set(entry.name, segment);
      }
    } catch (error) {
      for (const file of fresh) await file.close();
      throw error;
    }
    for (const [name, { file }] of open) if (!next.has(name)) retired.push(file);
    open = next;
    show(target);
    changed();
    closeRetired();
  }

  return {
    get manifest() {
      return manifest;
    },
    get ids() {
      return ids;
    },
    parts: (hidden) => parts.map((part) => ({ ...part, visible: subtractChunkSets(part.visible, hidden) })),
    async synchronize(changed) {
      for (;;) {
        try {
          return await openAll(changed);
        } catch (error) {
          // A file may be missing because another process has merged it away in the meantime.
          if (!isCuboError(error, 'CUBO_INDEX_CORRUPT') || !(await directory.refresh())) throw error;
        }
      }
    },
    hold() {
      let held = true;
      holders++;
      return () => {
        if (!held) return;
        held = false;
        holders--;
        closeRetired();
      };
    },
    async close() {
      for (const { file } of open.values()) retired.push(file);
      open = new Map();
      show({ ...manifest, files: [] });
      closeRetired();
      await closing;
    },
  };
}
