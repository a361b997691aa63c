import type { SkippedFile } from '@cubo/contracts';
import { createMissingCheck, folderAround } from '@cubo/ingest';
import type { DocumentRecord, Library } from '@cubo/library';
import { countOf } from '../text/count-of.ts';
import type { PreparedInput } from './ingest-input.ts';
import { isEmptyFolder, isKnownFolder } from './known-folders.ts';

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
  { paths, only, allowEmpty = false }: Pick<PreparedInput, 'paths' | 'only' | 'allowEmpty'>,
  library: Pick<Library, 'documents' | 'findDocument' | 'setting'>,
  result: ScanResult,
): AsyncIterable<string | SkippedFile> | Iterable<string> {
  if (paths === undefined) return [];
  if (only === undefined) {
    const mayBeEmpty = async (folder: string) => allowEmpty || isKnownFolder(folder, library);
    return goneNames({ documents: library.documents(), paths, mayBeEmpty, ...result });
  }
  const known = only.map((path) => library.findDocument(path));
  // A path that is neither a document nor was met may have been a folder of documents.
  const isWhole = only.some((path, i) => known[i] === undefined && !result.seen.has(path));
  const documents = isWhole ? library.documents() : known.filter((document) => document !== undefined);
  // Somebody has seen each of these go.
  return goneNames({ documents, paths: only, mayBeEmpty: async () => true, ...result });
}

/**
 * The names of documents, aliases included, below ingested paths whose files do not exist any more. That a scan did not meet a file is not enough:
 * scans pass over what patterns leave out, and over hidden files and folders, which may have been ingested by their own
 * names. Folders that could not be read take nothing with them either: what lies in them is unknown, not gone.
 *
 * An ingested folder without any file takes only with it what is in it if it may be empty: else it is what a disk or
 * network share leaves behind that is not connected. What stays in one is told at the end, as a problem of the folder.
 */
export async function* goneNames(
  options: ScanResult & {
    documents: Iterable<DocumentRecord>;
    /** The ingested files and folders, absolute. */
    paths: readonly string[];
    mayBeEmpty: (folder: string) => Promise<boolean>;
  },
): AsyncGenerator<string | SkippedFile> {
  const { documents, seen, problems, mayBeEmpty } = options;
  const paths = new Set(options.paths);
  const unread = new Set(problems.map(({ path }) => path));
  const isMissing = createMissingCheck();
  /** How many names stay, by the folder; none where they go. */
  const kept = new Map<string, number | 'none'>();

  async function isKept(folder: string): Promise<boolean> {
    const count = kept.get(folder) ?? ((await isEmptyFolder(folder)) && !(await mayBeEmpty(folder)) ? 0 : 'none');
    kept.set(folder, count === 'none' ? count : count + 1);
    return count !== 'none';
  }

  for (const document of documents) {
    // First the others, so that the document does not go on under one that is gone as well.
    for (const { uri } of [...document.aliases, document]) {
      if (seen.has(uri)) continue;
      const path = paths.has(uri) ? uri : folderAround(uri, paths);
      if (path === undefined || unread.has(uri) || folderAround(uri, unread) !== undefined) continue;
      if (!(await isMissing(uri, path))) continue;
      if (path === uri || !(await isKept(path))) yield uri;
    }
  }
  for (const [folder, count] of kept) if (count !== 'none') yield emptyFolder(folder, count);
}

function emptyFolder(path: string, count: number): SkippedFile {
  const documents = countOf(count, 'document');
  return {
    path,
    code: 'CUBO_FOLDER_EMPTY',
    reason: `There is no file in ${path}, and it is not the folder that was ingested by this name: ${documents} of the library stay, because a disk or network share may not be connected. Connect it and ingest again; if the files are gone for good, ingest with allowEmpty (--allow-empty).`,
  };
}
