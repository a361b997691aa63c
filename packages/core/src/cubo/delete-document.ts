import { CuboError, type Logger } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import type { Deletion } from './cubo.ts';

/**
 * Deletes the document that has one of these URIs, first from the catalog, by which it is gone for every reader, then from the indexes. An
 * index that fails then changes nothing about the deletion: the next ingest takes out of it what is dead.
 */
export function deleteDocument(
  parts: { library: Library; lexical: LexicalIndexHolder; vectors: VectorSpaces | undefined; logger: Logger },
  uris: readonly string[],
): Promise<Deletion> {
  const { library, lexical, vectors, logger } = parts;
  return library.write(async (writer) => {
    const document = uris.map((uri) => library.findDocument(uri)).find((found) => found !== undefined);
    if (document === undefined) {
      throw new CuboError({
        code: 'CUBO_DOCUMENT_NOT_FOUND',
        message: `There is no document ${uris[0]} in this library.`,
        remedy: 'Look at documents() for the names that the library knows.',
        path: uris[0],
      });
    }
    const dead = await writer.publish({ remove: [document.id] });
    const fromLexicalIndex = async () => {
      const index = await lexical.get();
      await index.remove(dead);
      await index.flush();
    };
    for (const remove of [fromLexicalIndex, async () => vectors?.remove(dead)]) {
      await remove().catch((error: unknown) => {
        logger.warn(`An index keeps ${dead.size} deleted chunks until the next ingest: ${String(error)}`);
      });
    }
    return { source: document.uri, chunks: dead.size };
  });
}
