import { resolve } from 'node:path';
import { CuboError, type Logger } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import { badArgument } from '../arguments/bad-argument.ts';
import { describeValue } from '../arguments/describe-value.ts';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import { countOf } from '../text/count-of.ts';
import type { Deletion } from './cubo.ts';

/**
 * Deletes the document of a URI or path, first from the catalog, by which it is gone for every reader, then from the
 * indexes. An index that fails then changes nothing about the deletion: the next ingest takes out of it what is dead.
 */
export async function deleteDocument(
  parts: { library: Library; lexical: LexicalIndexHolder; vectors: VectorSpaces | undefined; logger: Logger },
  source: string,
): Promise<Deletion> {
  if (typeof source !== 'string' || source === '') {
    throw badArgument(
      `The document to delete is ${describeValue(source)}, not the name of one.`,
      'Pass its URI, as in documents(); for a file its path.',
    );
  }
  const { library, lexical, vectors, logger } = parts;
  return library.write(async (writer) => {
    const document = library.findDocument(source) ?? library.findDocument(resolve(source));
    if (document === undefined) {
      throw new CuboError({
        code: 'CUBO_DOCUMENT_NOT_FOUND',
        message: `There is no document "${source}" in this library.`,
        remedy: 'Look at documents(), or cubo list, for the names that the library knows.',
        path: source,
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
        logger.warn(`An index keeps ${countOf(dead.size, 'deleted chunk')} until the next ingest: ${String(error)}`);
      });
    }
    return { source: document.uri, chunks: dead.size };
  });
}
