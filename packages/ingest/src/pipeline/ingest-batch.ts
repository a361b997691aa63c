import {
  type Chunk,
  type ChunkSet,
  chunkSetFromRanges,
  indexedText,
  type SparseDocument,
  type SparseIndex,
} from '@cubo/contracts';
import type { FinishedDocument, LibraryWriter, PendingDocument, SealedSegment, StagedSegment } from '@cubo/library';
import { documentLanguage } from '../text/document-language.ts';

/** Size of a segment: large enough that a library of 10 GB has few, small enough that a crash repeats little. */
const defaultSegmentCharacters = 16 * 2 ** 20;
const segmentRows = 16_384;
/**
 * How long finished documents may wait until they are published: at first briefly, so that there is something to search
 * soon, then twice as long each time, so that a long ingest makes few segments.
 */
const firstWait = 250;
const longestWait = 10_000;
/** Texts handed to the lexical index at a time. */
const lexicalBatch = 64;

/** A document that is being appended. */
export interface OpenDocument {
  append(chunk: Chunk): Promise<void>;
  readonly chunks: number;
  /** All chunks are in: the document goes into the next publish. */
  finish(document: Omit<FinishedDocument, 'pending' | 'chunks' | 'language'>): Promise<void>;
  /** The source could not be read to the end: what was appended is forgotten. */
  abandon(): Promise<void>;
}

/**
 * Collects finished documents until there are enough for a segment, and publishes them together: first their chunks
 * become durable in the lexical index, where nobody sees them yet, then one transaction makes them live. So a document
 * is searchable the moment it is there.
 */
export interface IngestBatch {
  /** Begins a document; `language` is what its format states. */
  open(source: { uri: string; title?: string | undefined; language?: string | undefined }): OpenDocument;
  /** Whether it is time to publish. */
  due(): boolean;
  /** Publishes the finished documents and deletes those with the given ids. False if there was nothing to do. */
  publish(remove?: readonly number[]): Promise<boolean>;
  /** Drops all that is not published. */
  discard(): Promise<void>;
}

/** Makes the batch of one ingest. `detectLanguage` gives `und` where it cannot tell. */
export function createIngestBatch(options: {
  writer: LibraryWriter;
  lexical: SparseIndex;
  detectLanguage: (text: string) => string;
  segmentCharacters?: number | undefined;
}): IngestBatch {
  const { writer, lexical, detectLanguage, segmentCharacters = defaultSegmentCharacters } = options;
  let segment: StagedSegment | undefined;
  let sealed: SealedSegment[] = [];
  let finished: FinishedDocument[] = [];
  let waiting: SparseDocument[] = [];
  let since = performance.now();
  let wait = firstWait;

  async function indexWaiting(): Promise<void> {
    if (waiting.length === 0) return;
    const texts = waiting;
    waiting = [];
    await lexical.add(texts);
  }

  async function seal(): Promise<void> {
    if (segment === undefined) return;
    sealed.push(await segment.seal());
    // Only now: one that cannot be sealed is still there to be discarded.
    segment = undefined;
  }

  function openDocument(pending: PendingDocument, stated: string | undefined): OpenDocument {
    const ids: [number, number][] = [];
    let chunks = 0;
    const languages = documentLanguage({ detect: detectLanguage, stated });
    return {
      get chunks() {
        return chunks;
      },
      async append(chunk) {
        segment ??= await writer.stageSegment();
        const stored = await segment.append(pending, chunks++, chunk);
        const run = ids.at(-1);
        if (run?.[1] === stored.id) run[1]++;
        else ids.push([stored.id, stored.id + 1]);
        waiting.push({ id: stored.id, text: indexedText(stored), language: languages.next(stored.text) });
        if (waiting.length >= lexicalBatch) await indexWaiting();
        if (segment.rows >= segmentRows || segment.characters >= segmentCharacters) await seal();
      },
      async finish(document) {
        finished.push({ ...document, language: languages.language, pending, chunks });
      },
      async abandon() {
        await indexWaiting();
        await lexical.remove(chunkSetFromRanges(ids));
      },
    };
  }

  return {
    open: ({ uri, title, language }) => openDocument(writer.beginDocument({ uri, title }), language),
    due: () => finished.length > 0 && (sealed.length > 0 || performance.now() - since >= wait),
    async publish(remove = []) {
      await indexWaiting();
      if (finished.length === 0 && remove.length === 0) {
        await this.discard();
        return false;
      }
      await seal();
      await lexical.flush();
      const dead: ChunkSet = await writer.publish({ segments: sealed, documents: finished, remove });
      sealed = [];
      finished = [];
      since = performance.now();
      wait = Math.min(2 * wait, longestWait);
      await lexical.remove(dead);
      return true;
    },
    async discard() {
      const open = segment;
      segment = undefined;
      waiting = [];
      finished = [];
      await open?.discard();
      sealed = [];
    },
  };
}
