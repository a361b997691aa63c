import { basename } from 'node:path';
import { type DocumentRecord, promptAttribute } from '@cubo/core';

/**
 * The document that a model means by a name: its URI, the name of its file, with or without extension, its title, or a part
 * of these that no other document has.
 *
 * @throws Error that names those that may be meant
 */
export function findDocument(documents: readonly DocumentRecord[], name: string): DocumentRecord {
  const wanted = name.trim().toLowerCase();
  const tests: readonly ((names: readonly string[]) => boolean)[] = [
    (names) => names.includes(wanted),
    (names) => names.some((one) => one.replace(/\.[^.]+$/, '') === wanted),
    (names) => names.some((one) => one.includes(wanted)),
  ];
  for (const test of tests) {
    const found = documents.filter((document) => test(namesOf(document)));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1) throw new Error(`Several documents have that name: ${listed(found)}. Give one of these.`);
  }
  throw new Error(
    `There is no document of that name. ${documents.length > 0 ? `There are: ${listed(documents)}.` : ''}`,
  );
}

function namesOf({ uri, title, aliases }: DocumentRecord): string[] {
  const uris = [uri, ...aliases.map((alias) => alias.uri)];
  return [...uris, ...uris.map((one) => basename(one)), ...(title === undefined ? [] : [title])].map((one) =>
    one.toLowerCase(),
  );
}

/** As many names as one reads. */
function listed(documents: readonly DocumentRecord[]): string {
  const most = 20;
  const more = documents.length > most ? `, and ${documents.length - most} more: see list_documents` : '';
  return (
    documents
      .slice(0, most)
      .map(({ uri }) => promptAttribute(uri))
      .join(', ') + more
  );
}
