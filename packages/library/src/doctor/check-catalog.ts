import { isCuboError } from '@cubo/contracts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import type { LibraryPaths } from '../library-paths.ts';
import type { Problem } from './problem.ts';

/** What is wrong with a catalog. */
export interface CatalogCheck {
  /** Whether SQLite can make sense of it; if not, nothing else that it says is to be relied on. */
  readonly isReadable: boolean;
  readonly problems: Problem[];
}

const restore = 'Restore catalog.sqlite from a backup, or ingest into a new library.';

/** Checks SQLite's own structures, and that documents and placements tell the same story. */
export function checkCatalog(catalog: Catalog, paths: LibraryPaths): CatalogCheck {
  function unreadable(message: string): CatalogCheck {
    const problem = { code: 'CUBO_LIBRARY_INVALID' as const, message, remedy: restore, path: paths.catalog };
    return { isReadable: false, problems: [{ severity: 'error', ...problem }] };
  }
  try {
    const health = query(catalog, () => catalog.pragma('quick_check(1)', { simple: true }));
    if (health !== 'ok') return unreadable(`The catalog ${paths.catalog} is damaged: ${health}.`);
    return { isReadable: true, problems: query(catalog, () => contradictions(catalog, paths)) };
  } catch (error) {
    if (isCuboError(error, 'CUBO_LIBRARY_INVALID')) return unreadable(error.summary);
    throw error;
  }
}

function contradictions(catalog: Catalog, paths: LibraryPaths): Problem[] {
  const problems: Problem[] = [];
  const report = (message: string, documents?: readonly string[]) => {
    problems.push({
      severity: 'error',
      code: 'CUBO_LIBRARY_INVALID',
      message,
      remedy: documents ? 'Run doctor with --repair, then ingest these documents again.' : restore,
      path: paths.catalog,
      documents,
    });
  };
  for (const uri of incompleteDocuments(catalog)) {
    report(`The library does not hold all chunks of ${uri}.`, [uri]);
  }
  for (const { uri } of damagedPending(catalog)) {
    report(`The library does not hold all chunks of ${uri} that it took in before the ingest was interrupted.`, [uri]);
  }
  const ownerless = catalog.prepare(`SELECT count(*) FROM placements WHERE ${withoutOwner}`).pluck().get() as number;
  if (ownerless > 0) report(`${ownerless} placements in ${paths.catalog} belong to no document.`, []);
  const misplaced = catalog
    .prepare(
      `SELECT count(*) FROM placements p LEFT JOIN segments s ON s.id = p.segment_id
       WHERE s.id IS NULL OR p.first_row + p.chunks > s.rows`,
    )
    .pluck()
    .get() as number;
  if (misplaced > 0) report(`${misplaced} placements in ${paths.catalog} lie outside of any segment.`);
  const overlapping = catalog
    .prepare(
      `SELECT count(*) FROM (
         SELECT first_chunk, lag(first_chunk + chunks) OVER (ORDER BY first_chunk) AS previous_end FROM placements
       ) WHERE previous_end > first_chunk`,
    )
    .pluck()
    .get() as number;
  if (overlapping > 0) report(`${overlapping} placements in ${paths.catalog} overlap others.`);
  return problems;
}

/** URIs of the documents whose placements do not add up to their number of chunks. */
export function incompleteDocuments(catalog: Catalog): string[] {
  return catalog
    .prepare<[], string>(
      `SELECT uri FROM documents d WHERE chunks <> (
         SELECT coalesce(sum(p.chunks), 0) FROM placements p WHERE p.document_id = d.id AND p.document_version = d.version
       ) ORDER BY uri`,
    )
    .pluck()
    .all();
}

/** Pending documents whose placements do not add up to their number of chunks. */
export function damagedPending(catalog: Catalog): { uri: string; id: number }[] {
  return catalog
    .prepare<[], { uri: string; id: number }>(
      `SELECT uri, document_id AS id FROM pending_documents d WHERE chunks <> (
         SELECT coalesce(sum(p.chunks), 0) FROM placements p
         WHERE p.document_id = d.document_id AND p.document_version = d.version
       ) ORDER BY uri`,
    )
    .all();
}

/** Condition of placements that are of no document's present version, and of no pending one. */
export const withoutOwner = `NOT EXISTS (
    SELECT 1 FROM documents d WHERE d.id = document_id AND d.version = document_version
  ) AND NOT EXISTS (
    SELECT 1 FROM pending_documents d WHERE d.document_id = placements.document_id AND d.version = document_version
  )`;
