import type { SkippedFile } from '@cubo/contracts';
import { createMissingCheck, folderAround, isWithin } from '@cubo/ingest';
import type { DocumentRecord, Library } from '@cubo/library';
import type { PreparedInput } from './ingest-input.ts';

/** What a scan has come to. */
interface ScanResult {
  /** URIs that the scan has met. */
  readonly seen: ReadonlySet<string>;
  /** What the scan could not read. */
  readonly problems: readonly SkippedFile[];
}

/**
 * The names of documents in an input whose files do not exist any more; none where the input is sources of the host's own. Where
 * only some paths were looked at, no other name is.
 */
export function goneFrom(
  { paths, only }: Pick<PreparedInput, 'paths' | 'only'>,
  library: Pick<Library, 'documents' | 'findDocument'>,
  result: ScanResult,
): AsyncIterable<string> | Iterable<string> {
  if (paths === undefined) return [];
  if (only === undefined) return goneNames({ documents: library.documents(), paths, ...result });
  const known = only.map((path) => library.findDocument(path));
  // A path that is neither a document nor was met may have been a folder of documents.
  const isWhole = only.some((path, i) => known[i] === undefined && !result.seen.has(path));
  const documents = isWhole ? library.documents() : known.filter((document) => document !== undefined);
  return goneNames({ documents, paths: only, ...result });
}

/**
 * The names of documents, aliases included, below ingested paths whose files do not exist any more. That a scan did not meet a file is not enough:
 * scans pass over what patterns leave out, and over hidden files and folders, which may have been ingested by their own
 * names. Folders that could not be read take nothing with them either: what lies in them is unknown, not gone.
 */
export async function* goneNames(
  options: ScanResult & {
    documents: Iterable<DocumentRecord>;
    /** The ingested files and folders, absolute. */
    paths: readonly string[];
  },
): AsyncGenerator<string> {
  const { documents, seen, problems } = options;
  const paths = new Set(options.paths);
  const isMissing = createMissingCheck();
  for (const document of documents) {
    // First the others, so that the document does not go on under one that is gone as well.
    for (const { uri } of [...document.aliases, document]) {
      if (seen.has(uri)) continue;
      const path = paths.has(uri) ? uri : folderAround(uri, paths);
      if (path === undefined || problems.some((problem) => isWithin(uri, problem.path))) continue;
      if (await isMissing(uri, path)) yield uri;
    }
  }
}
