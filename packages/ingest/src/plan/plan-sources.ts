import { isAbsolute } from 'node:path';
import type { CuboErrorCode, Metadata, OcrEngine, SkippedFile, Source } from '@cubo/contracts';
import type { DocumentRecord, Library } from '@cubo/library';
import type { ExtractorRegistry } from '../extractors/registry.ts';
import { emptySource } from '../extractors/shared/empty-source.ts';
import { awaitsOcr } from '../pipeline/awaits-ocr.ts';
import { type ExaminedSource, examineSource } from '../pipeline/examine-source.ts';
import { isMissing } from '../pipeline/file-state.ts';
import type { IngestSourcesOptions } from '../pipeline/ingest-sources.ts';
import { hasTitleOf, isSaidAlike, withKeptLabels } from '../pipeline/source-facts.ts';
import { SourceProblem } from '../pipeline/source-problem.ts';

/**
 * What an ingest would do with a source, or a document.
 *
 * - `new`, `changed`: read and index it; what only reading shows (damage, a password, no text) may still stop it
 * - `unchanged`, `moved`, `duplicate`, `removed`: as in `FileOutcome`
 * - `skipped`: pass it over, `reason` says why
 */
export type PlannedAction = 'new' | 'changed' | 'unchanged' | 'moved' | 'duplicate' | 'skipped' | 'removed';

/** What an ingest would do with one source. */
export interface PlannedFile {
  /** URI: for a file, its absolute path. */
  readonly source: string;
  readonly action: PlannedAction;
  /** Size of the source, 0 where it is not known; of a document that would be removed, that of its source. */
  readonly bytes: number;
  /** URI it had before, of one that would be `moved`; of the document that is kept, of a `duplicate`. */
  readonly original?: string | undefined;
  /** Why it would be skipped, for people. */
  readonly reason?: string | undefined;
  /** The same for programs. */
  readonly code?: CuboErrorCode | undefined;
}

/** What {@link planSources} works with. */
export interface PlanSourcesOptions {
  readonly library: Library;
  readonly sources: AsyncIterable<Source | SkippedFile>;
  readonly registry: ExtractorRegistry;
  /** Id of the chunker. */
  readonly chunker: string;
  /** The engine that the ingest would read images with. */
  readonly ocr?: OcrEngine | undefined;
  /** As for an ingest: the names that are gone, and folders whose documents stay. */
  readonly gone: IngestSourcesOptions['gone'];
  readonly signal?: AbortSignal | undefined;
}

/** Tells what an ingest of the same sources would do. Each is read once, for its hash; nothing is written. */
export async function* planSources(options: PlanSourcesOptions): AsyncGenerator<PlannedFile> {
  const { library, signal, ocr } = options;
  const examine = examineSource(options.registry);
  const seen = new Set<string>();
  const problems: SkippedFile[] = [];
  /** Names under which documents would not go on. */
  const left = new Set<string>();
  /** Ids of documents whose only name another text takes. */
  const replaced = new Set<number>();
  /** Labels that documents would be given with unchanged files, by id. */
  const labels = new Map<number, Metadata>();
  /** Files that would be read, by what would be made of them. */
  const planned = new Map<string, { source: Source; uri: string }[]>();

  function relabelled(document: DocumentRecord): DocumentRecord {
    return { ...document, givenMetadata: labels.get(document.id) ?? document.givenMetadata };
  }

  async function planOne(given: Source): Promise<PlannedFile> {
    let examined: ExaminedSource;
    try {
      examined = await examine(given, signal);
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error;
      return skipped(given.uri, given.size, { reason: error.error.message, code: error.error.code });
    }
    const { sha256, bytes, extractor } = examined;
    if (bytes === 0) {
      const { message, code } = emptySource(given.uri);
      return skipped(given.uri, 0, { reason: message, code });
    }
    const content = { sha256, extractor: extractor.id, chunker: options.chunker };
    const found = library.findDocument(given.uri);
    const known = found && relabelled(found);
    const source = withKeptLabels(given, known);
    const isOwnName = known?.uri === source.uri;
    const isSame =
      known?.sha256 === sha256 && known.extractor === content.extractor && known.chunker === content.chunker;
    const isRead = isSame && !awaitsOcr(known, ocr);
    if (isRead && (isOwnName ? hasTitleOf(source, known) : isSaidAlike(source, known))) {
      if (isOwnName) labels.set(known.id, source.metadata ?? {});
      return { source: source.uri, action: 'unchanged', bytes };
    }
    const isItself = isSame && (isOwnName || (!isRead && isSaidAlike(source, known)));
    const twin = isAbsolute(source.uri) && !isItself ? await twinOf(source, content) : undefined;
    if (isOwnName && known.sha256 !== sha256 && known.aliases.length === 0) replaced.add(known.id);
    if (twin) return { source: source.uri, ...twin, bytes };
    return { source: source.uri, action: known === undefined ? 'new' : 'changed', bytes };
  }

  async function twinOf(
    source: Source,
    content: { sha256: string; extractor: string; chunker: string },
  ): Promise<Pick<PlannedFile, 'action' | 'original'> | undefined> {
    const key = `${content.sha256} ${content.extractor}`;
    const others = planned.get(key) ?? [];
    const first = others.find((other) => isGivenAlike(source, other.source));
    if (first) return { action: 'duplicate', original: first.uri };
    const twins = library
      .findDocumentsOf(content)
      .filter(({ id, uri }) => isAbsolute(uri) && uri !== source.uri && !replaced.has(id))
      .map(relabelled);
    planned.set(key, [...others, { source, uri: source.uri }]);
    const isGone = async (uri: string) => !seen.has(uri) && (await isMissing(uri));
    const twin = twins.find((document) => isSaidAlike(source, document));
    if (twin !== undefined && !(await isGone(twin.uri))) return { action: 'duplicate', original: twin.uri };
    for (const { uri, ...document } of twin === undefined ? twins : [twin]) {
      if (!isSaidAlike(withKeptLabels(source, document), document) || !(await isGone(uri))) continue;
      left.add(uri);
      return { action: 'moved', original: uri };
    }
    return undefined;
  }

  for await (const source of options.sources) {
    signal?.throwIfAborted();
    if (!('open' in source)) {
      problems.push(source);
      yield skipped(source.path, 0, source);
    } else if (!seen.has(source.uri)) {
      seen.add(source.uri);
      yield await planOne(source);
    }
  }
  for await (const name of options.gone(seen, problems)) {
    if (typeof name !== 'string') yield skipped(name.path, 0, name);
    else if (!left.has(name)) yield { source: name, action: 'removed', bytes: library.findDocument(name)?.bytes ?? 0 };
  }
}

function skipped(
  source: string,
  bytes: number | undefined,
  { reason, code }: Pick<SkippedFile, 'reason' | 'code'>,
): PlannedFile {
  return { source, action: 'skipped', bytes: bytes ?? 0, reason, code };
}

function isGivenAlike(a: Source, b: Source): boolean {
  return a.title === b.title && JSON.stringify(a.metadata ?? {}) === JSON.stringify(b.metadata ?? {});
}
