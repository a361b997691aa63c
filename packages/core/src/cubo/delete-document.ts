import { resolve } from 'node:path';
import type { ChunkSet, Logger } from '@cubo/contracts';
import type { DocumentRecord, Library, LibraryWriter } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { countOf } from '../text/count-of.ts';
import type { Deletion } from './cubo.ts';
import { documentNotFound, findNamed } from './find-named.ts';

/** What a deletion works on. */
export interface DeletionParts {
  readonly library: Library;
  readonly lexical: LexicalIndexHolder;
  readonly vectors: VectorSpaces | undefined;
  readonly logger: Logger;
}

/**
 * Deletes the document of a URI or path, first from the catalog, by which it is gone for every reader, then from the
 * indexes. An index that fails then changes nothing about the deletion: the next ingest takes out of it what is dead. Of a
 * document with several names only this one goes, and jobs do not remember it either. What is durable of a document that
 * was never completed goes likewise.
 */
export async function deleteDocument(parts: DeletionParts, source: string): Promise<Deletion> {
  return parts.library.write(async (writer) => {
    const { name, chunks, remaining } = await deleteFrom(writer, parts, { source, allNames: false });
    return { source: name, chunks, ...(remaining.length > 0 && { remaining }) };
  });
}

/** What was deleted. */
interface DeletedDocument {
  /** The name that was asked for, as the library knows it. */
  readonly name: string;
  /** All names that are gone. */
  readonly names: readonly string[];
  /** Names by which it is still there. */
  readonly remaining: readonly string[];
  readonly chunks: number;
  /** `undefined` for one that was never complete. */
  readonly document: DocumentRecord | undefined;
}

/** {@link deleteDocument} as a part of a write, of one name or of all. */
export async function deleteFrom(
  writer: LibraryWriter,
  parts: DeletionParts,
  { source, allNames }: { source: string; allNames: boolean },
): Promise<DeletedDocument> {
  const { library } = parts;
  const found = findNamed(library, source, 'delete');
  const asked = found === undefined ? [source, resolve(source)] : [found.name];
  const name = found?.name ?? library.pendingDocuments().find(({ uri }) => asked.includes(uri))?.uri;
  if (name === undefined) throw documentNotFound(source);
  const { uri = name, aliases = [] } = found?.document ?? {};
  const others = [uri, ...aliases.map((alias) => alias.uri)].filter((other) => other !== name);
  const names = allNames ? [name, ...others] : [name];
  const pending = library.pendingDocuments().filter((each) => names.includes(each.uri));
  const dead = await writer.publish({ abandon: pending.map(({ id }) => id), release: names, forget: names });
  await removeFromIndexes(parts, dead);
  return { name, names, remaining: allNames ? [] : others, chunks: dead.size, document: found?.document };
}

async function removeFromIndexes({ lexical, vectors, logger }: DeletionParts, dead: ChunkSet): Promise<void> {
  if (dead.size === 0) return;
  const fromLexicalIndex = async () => {
    const index = await lexical.get();
    await index.remove(dead);
    await index.flush();
  };
  for (const remove of [fromLexicalIndex, async () => vectors?.remove(dead)]) {
    await remove().catch((error: unknown) => {
      logger.warn(`An index keeps ${countOf(dead.size, 'deleted chunk')} until the next ingest: ${String(error)}`);
    });
  }
}
