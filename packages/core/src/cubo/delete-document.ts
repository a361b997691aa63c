import { resolve } from 'node:path';
import type { ChunkSet, Logger } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { countOf } from '../text/count-of.ts';
import type { Deletion } from './cubo.ts';
import { documentNotFound, findNamed } from './find-named.ts';

interface DeletionParts {
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
  const { library } = parts;
  return library.write(async (writer) => {
    const found = findNamed(library, source, 'delete');
    const names = found === undefined ? [source, resolve(source)] : [found.name];
    const pending = library.pendingDocuments().filter(({ uri }) => names.includes(uri));
    const name = found?.name ?? pending[0]?.uri;
    if (name === undefined) throw documentNotFound(source);
    const dead = await writer.publish({ abandon: pending.map(({ id }) => id), release: [name], forget: [name] });
    await removeFromIndexes(parts, dead);
    const { uri = name, aliases = [] } = found?.document ?? {};
    const remaining = [uri, ...aliases.map((alias) => alias.uri)].filter((other) => other !== name);
    return { source: name, chunks: dead.size, ...(remaining.length > 0 && { remaining }) };
  });
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
