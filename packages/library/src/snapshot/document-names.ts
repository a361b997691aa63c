import { type Catalog, query } from '../catalog/open-catalog.ts';
import { statement } from '../catalog/statement.ts';

/**
 * Gives the names of documents by their ids, `undefined` for one that is not there any more. Of a document with several
 * names it is its own; with `sources`, the first one that is one of these or lies in one of these folders.
 */
export function documentNames(catalog: Catalog, sources?: readonly string[]): (document: number) => string | undefined {
  let last: { document: number; name: string | undefined } | undefined;
  const namesOf = query(catalog, () =>
    statement<[number, number], string>(
      catalog,
      `SELECT uri FROM (
           SELECT uri, 0 AS rank FROM documents WHERE id = ? UNION ALL SELECT uri, 1 FROM aliases WHERE document_id = ?
         ) ORDER BY rank, uri`,
    ).pluck(),
  );
  return (document) => {
    if (last?.document !== document) {
      const names = query(catalog, () => namesOf.all(document, document));
      const admitted = sources && names.find((name) => sources.some((source) => isUnder(name, source)));
      last = { document, name: admitted ?? names[0] };
    }
    return last.name;
  };
}

/** Whether a name is this one, or lies in the folder of this name. */
export function isUnder(name: string, source: string): boolean {
  const folder = source.endsWith('/') || source.endsWith('\\') ? source.slice(0, -1) : source;
  return name === source || name.startsWith(`${folder}/`) || name.startsWith(`${folder}\\`);
}
