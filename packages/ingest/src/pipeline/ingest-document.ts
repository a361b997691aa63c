import { isAbsolute } from 'node:path';
import { CuboError, type FileOutcome, type IngestEvent, type Source, type UnreadPlace } from '@cubo/contracts';
import { type DocumentRecord, isSameMetadata, type Library } from '@cubo/library';
import { emptySource } from '../extractors/shared/empty-source.ts';
import { unreadSource } from '../extractors/shared/unread-source.ts';
import { awaitsOcr } from './awaits-ocr.ts';
import type { ExaminedSource, ExamineSource } from './examine-source.ts';
import type { ExtractChunks } from './extract-chunks.ts';
import { createSourceContext, type ExtractSettings } from './extract-context.ts';
import { fileState } from './file-state.ts';
import { findTwin } from './find-twin.ts';
import type { IngestBatch, OpenDocument } from './ingest-batch.ts';
import { isPassingProblem } from './is-passing-problem.ts';
import { NotResumable } from './open-document.ts';
import { readingProgress } from './reading-progress.ts';
import { findResumable } from './resumable.ts';
import { type DocumentTitle, hasTitleOf, isSaidAlike, ownMetadataOf, titleOf, withKeptLabels } from './source-facts.ts';
import { SourceProblem } from './source-problem.ts';

/** What became of a source. */
export type FileFinish = Extract<IngestEvent, { type: 'file-finish' }>;

/** What became of a source, and the problem of one that was skipped. */
export interface DocumentOutcome {
  readonly finish: FileFinish;
  readonly problem?: CuboError | undefined;
}

/** What one source is taken in with. */
export interface IngestDocumentParts {
  readonly library: Library;
  readonly batch: IngestBatch;
  readonly examine: ExamineSource;
  readonly extract: ExtractChunks;
  readonly settings: ExtractSettings;
  /** Id of the chunker. */
  readonly chunker: string;
  /** Chunks that the lexical index lacks of pending documents make these begin anew. */
  readonly lacksPending: () => boolean;
  /** Sources that were met so far. */
  readonly seen: ReadonlySet<string>;
  /** Publishes what is due; the events go to the reader. */
  readonly publish: () => Promise<IngestEvent[]>;
  /** Told how many bytes of the source are through. */
  readonly onProgress: ((bytes: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Which document a source becomes. */
interface Target {
  readonly source: Source;
  /** The name that the document has. It is another one where the source is a copy of the file that it was made of. */
  readonly name: Pick<Source, 'uri' | 'name' | 'modifiedAt'>;
  readonly document: number | 'new' | undefined;
  readonly previous: DocumentRecord | undefined;
  readonly outcome?: FileOutcome | undefined;
  readonly original?: string | undefined;
}

/**
 * Takes one source in: it is unchanged, the file of a known document under another name, or it is extracted and appended
 * to the batch. What is wrong with the source is its outcome; what is wrong with the library is thrown.
 */
export async function* ingestDocument(
  source: Source,
  parts: IngestDocumentParts,
): AsyncGenerator<IngestEvent, DocumentOutcome> {
  let bytes = 0;
  try {
    const examined = await parts.examine(source, parts.signal);
    bytes = examined.bytes;
    const found = yield* findTarget(source, examined, parts);
    if ('type' in found) return { finish: { ...found, bytes } };
    for (let resume = true; ; resume = false) {
      try {
        const finish = yield* extractInto(found, examined, {
          ...parts,
          isSame: sameState(source.uri, examined.state),
          resume,
        });
        return { finish: { ...finish, source: source.uri, bytes } };
      } catch (error) {
        if (!(error instanceof NotResumable)) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof SourceProblem)) throw error;
    const { message, code } = error.error;
    return { finish: { ...finishOf(source.uri, 'skipped'), bytes, reason: message, code }, problem: error.error };
  }
}

function finishOf(source: string, outcome: FileOutcome, original?: string): FileFinish {
  return { type: 'file-finish', source, outcome, chunks: 0, bytes: 0, ...(original !== undefined && { original }) };
}

/** Looks what the library knows of a source: all there is to say of it, or the document that it becomes. */
async function* findTarget(
  given: Source,
  { sha256, extractor, bytes }: ExaminedSource,
  parts: IngestDocumentParts,
): AsyncGenerator<IngestEvent, FileFinish | Target> {
  const { library, batch } = parts;
  const { ocr } = parts.settings;
  const { uri, name, modifiedAt } = given;
  const content = { sha256, extractor: extractor.id, chunker: parts.chunker };
  let known = library.findDocument(uri);
  if (known !== undefined && batch.changes(known.id)) {
    yield* await parts.publish();
    known = library.findDocument(uri);
  }
  const source = withKeptLabels(given, known);
  const isOwnName = known?.uri === uri;
  const isSame = known?.sha256 === sha256 && known.extractor === content.extractor && known.chunker === content.chunker;
  const isRead = isSame && !awaitsOcr(known, ocr);
  if (known !== undefined && isOwnName && isRead && hasTitleOf(source, known)) {
    // The text stays; labels are only written.
    const givenMetadata = source.metadata ?? {};
    if (!isSameMetadata(givenMetadata, known.givenMetadata)) batch.relabel({ document: known.id, givenMetadata });
    return finishOf(uri, 'unchanged');
  }
  if (known !== undefined && !isOwnName && isRead && isSaidAlike(source, known)) return finishOf(uri, 'unchanged');
  if (known !== undefined && batch.gainsName(known.id)) {
    // It goes on under that one.
    yield* await parts.publish();
    known = library.findDocument(uri);
  }

  const isItself = known !== undefined && isSame && (isOwnName || (!isRead && isSaidAlike(source, known)));
  // Only files can be looked for: what the host names otherwise, it has named apart on purpose.
  const twin = isAbsolute(uri) && !isItself ? yield* findTwin(source, content, parts) : undefined;
  if (twin !== undefined) {
    const names = { document: twin.id, uri, name, bytes, modifiedAt };
    if (!twin.isGone) {
      batch.alias(names);
      return finishOf(uri, 'duplicate', twin.uri);
    }
    if (hasTitleOf(source, twin) && !awaitsOcr(twin.record, ocr)) {
      batch.move(names);
      return finishOf(uri, 'moved', twin.uri);
    }
    // Where its old name is in the text by which it is found, it is written anew under the new one.
    const kept = withKeptLabels(source, twin.record);
    return {
      source: kept,
      name: source,
      document: twin.id,
      previous: twin.record,
      outcome: 'moved',
      original: twin.uri,
    };
  }
  if (known === undefined) return { source, name: source, document: undefined, previous: undefined };
  if (!isOwnName && known.sha256 === sha256 && isSaidAlike(source, known)) {
    // The bytes of the document, by another name: it is read anew as itself.
    return { source, name: known, document: known.id, previous: known };
  }
  // A document whose other names still hold the old bytes goes on under those.
  const isApart = !isOwnName || (known.aliases.length > 0 && known.sha256 !== sha256);
  return { source, name: source, document: isApart ? 'new' : known.id, previous: known };
}

interface ExtractParts extends IngestDocumentParts {
  /** Whether the source is still as it was before it was hashed. */
  readonly isSame: () => Promise<boolean>;
  /** Whether to go on with what is durable of it. */
  readonly resume: boolean;
}

async function* extractInto(
  { source, name: named, document: id, previous, outcome, original }: Target,
  examined: ExaminedSource,
  parts: ExtractParts,
): AsyncGenerator<IngestEvent, FileFinish> {
  const { batch, library, signal } = parts;
  const content = { sha256: examined.sha256, extractor: examined.extractor.id, chunker: parts.chunker };
  const told = createSourceContext(parts.settings, signal, examined.sha256);
  const { unread } = told;
  const progress = readingProgress(examined.bytes, told);
  let document: OpenDocument | undefined;
  let title: DocumentTitle | undefined;
  try {
    for await (const chunk of parts.extract(source, examined, told.context)) {
      // Extractors describe the document before its first section, so title and language are known when the first chunk
      // is.
      if (document === undefined) {
        title = titleOf({ ...source, uri: named.uri, name: named.name }, told.description);
        const start = {
          uri: named.uri,
          title: title.title,
          language: told.description.language,
          ...content,
          document: id,
          previous,
        };
        const resumed = parts.resume && !parts.lacksPending() ? findResumable(library, start) : undefined;
        document = await batch.open(start, resumed);
      }
      await document.append(chunk);
      parts.onProgress?.(progress(chunk));
      if (batch.due()) yield* await parts.publish();
    }
    if (document === undefined) throw new SourceProblem(noText(source.uri, unread));
    if (!(await parts.isSame())) throw new SourceProblem(changedSource(source.uri));
    document.finish({
      name: named.name,
      titleOrigin: title?.titleOrigin,
      pages: told.description.pages,
      bytes: examined.bytes,
      modifiedAt: named.modifiedAt,
      metadata: ownMetadataOf(told.description),
      givenMetadata: source.metadata ?? {},
      unread,
    });
  } catch (error) {
    // When the job is stopped, or the disk is full, what is there of the document stays, and the next run goes on with it.
    if (error instanceof SourceProblem) await document?.abandon({ keepDurable: isWorthKeeping(error) });
    else if (error instanceof NotResumable) await document?.abandon();
    throw error;
  }
  const chunks = document.chunks - document.resumed;
  return {
    ...finishOf(source.uri, outcome ?? (unread.length > 0 ? 'partly-indexed' : 'indexed'), original),
    chunks,
    unread,
  };
}

/** Whether another try goes on behind what is durable: what was read of a file that changed may be of neither state. */
function isWorthKeeping({ error }: SourceProblem): boolean {
  return isPassingProblem(error) && error.code !== 'CUBO_SOURCE_CHANGED';
}

function sameState(uri: string, before: string | undefined): () => Promise<boolean> {
  return async () => before === undefined || (await fileState(uri)) === before;
}

function changedSource(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_CHANGED',
    message: `${uri} changed, or was removed, while it was read.`,
    remedy: 'Ingest it again when no program writes to it; an earlier version stays in the library until then.',
    path: uri,
  });
}

/** A document of which nothing could be read, such as an archive, has the problem of its first place. */
function noText(uri: string, unread: readonly UnreadPlace[]): CuboError {
  const [first] = unread;
  if (first === undefined) return emptySource(uri);
  return unreadSource(uri, first, 'Do what is said of these places, and ingest it again.', unread.length - 1);
}
