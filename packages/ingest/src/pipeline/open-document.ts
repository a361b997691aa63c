import {
  type Chunk,
  type ChunkSet,
  chunkSetFromRanges,
  indexedText,
  isCuboError,
  type StoredChunk,
} from '@cubo/contracts';
import {
  type ChunkRecord,
  type FinishedDocument,
  type InheritedRun,
  isSameChunk,
  type Library,
  type PendingDocument,
  type PendingRecord,
  type UnfinishedDocument,
} from '@cubo/library';
import { documentLanguage } from '../text/document-language.ts';
import { type TextIds, textIds } from './text-ids.ts';

/** What is known of a document when its first chunk is. */
export interface DocumentStart {
  readonly uri: string;
  readonly title?: string | undefined;
  /** BCP 47 tag of the language that its format states. */
  readonly language?: string | undefined;
  readonly sha256: string;
  readonly extractor: string;
  readonly chunker: string;
  /** Id of the document that this is the next version of; `'new'`: of none. Default: that of the URI. */
  readonly document?: number | 'new' | undefined;
  /** The document whose chunks may have the same texts, and how many these are: their vectors are taken over. */
  readonly previous?: { readonly id: number; readonly chunks: number } | undefined;
}

/** How a document ends. */
export type DocumentEnd = Omit<
  FinishedDocument,
  'pending' | 'chunks' | 'language' | 'sha256' | 'extractor' | 'chunker'
>;

/** Thrown where an interrupted document turns out to be cut otherwise now: it must be begun anew. */
export class NotResumable extends Error {}

/** A document on its way, for the batch that it is in. */
export interface DocumentProgress {
  readonly pending: PendingDocument;
  /** Chunks so far, those included that were durable before. */
  readonly chunks: number;
  /** Chunks of it that are durable. */
  readonly durable: number;
  /** Ids of the chunks that are not. */
  ids(): ChunkSet;
  /**
   * Takes the next chunk: gives what is to be stored, or `undefined` for one that is there already.
   *
   * Throws {@link NotResumable} when that is another one.
   */
  next(chunk: Chunk): Promise<((stored: StoredChunk) => { language: string }) | undefined>;
  /** Throws {@link NotResumable} if there are fewer chunks now than were durable before. */
  assertWhole(): void;
  unfinished(): UnfinishedDocument;
  finished(end: DocumentEnd): FinishedDocument;
  /** Which of the chunks since the last call have the vectors of older ones. */
  takeInherited(): InheritedRun[];
  /** All chunks so far are durable. */
  published(): void;
}

/** Follows a document. With `resumed`, its first chunks are durable, and are passed over. */
export function documentProgress(options: {
  library: Library;
  start: DocumentStart;
  pending: PendingDocument;
  resumed: PendingRecord | undefined;
  detectLanguage: (text: string) => string;
}): DocumentProgress {
  const { library, start, pending, resumed } = options;
  const skip = resumed?.chunks ?? 0;
  let chunks = 0;
  let durable = skip;
  let ids: [number, number][] = [];
  let inherited: { first: number; chunks: number; from: number }[] = [];
  let older: TextIds | undefined;
  /** The first language that was detected, without what the format states. */
  let detected = resumed?.language;
  const languages = documentLanguage({
    detect(text) {
      const language = options.detectLanguage(text);
      if (language !== 'und') detected ??= language;
      return language;
    },
    known: resumed?.language,
    stated: start.language,
  });

  function inherit(stored: StoredChunk): void {
    const from = older?.find(indexedText(stored));
    if (from === undefined) return;
    const run = inherited.at(-1);
    if (run && run.first + run.chunks === stored.id && run.from + run.chunks === from) run.chunks++;
    else inherited.push({ first: stored.id, chunks: 1, from });
  }

  return {
    pending,
    get chunks() {
      return chunks;
    },
    get durable() {
      return durable;
    },
    ids: () => chunkSetFromRanges(ids),
    async next(chunk) {
      const ordinal = chunks++;
      if (ordinal < skip) {
        if (ordinal < skip - 1 || resumed === undefined) return undefined;
        const last: ChunkRecord | undefined = await library.lastPendingChunk(resumed);
        if (last === undefined || !isSameChunk(last, chunk)) throw new NotResumable();
        return undefined;
      }
      if (start.previous !== undefined) older ??= await readOlder(library, start.previous);
      return (stored) => {
        const run = ids.at(-1);
        if (run?.[1] === stored.id) run[1]++;
        else ids.push([stored.id, stored.id + 1]);
        inherit(stored);
        return { language: languages.next(stored.text) };
      };
    },
    assertWhole() {
      if (chunks < skip) throw new NotResumable();
    },
    unfinished() {
      const { sha256, extractor, chunker } = start;
      return { pending, language: detected, sha256, extractor, chunker, chunks };
    },
    finished(end) {
      const { sha256, extractor, chunker } = start;
      return { ...end, sha256, extractor, chunker, language: languages.language, pending, chunks };
    },
    takeInherited: () => inherited.splice(0),
    published() {
      durable = chunks;
      ids = [];
      inherited = [];
    },
  };
}

/** The texts of the version before. If they cannot be read, nothing is taken over: doctor tells of the damage. */
async function readOlder(library: Library, previous: { id: number; chunks: number }): Promise<TextIds> {
  const older = textIds(previous.chunks);
  try {
    for await (const chunk of library.scanDocument(previous.id)) older.add(indexedText(chunk), chunk.id);
  } catch (error) {
    if (!isCuboError(error, 'CUBO_SEGMENT_CORRUPT')) throw error;
  }
  return older;
}
