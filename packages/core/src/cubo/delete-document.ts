import { CuboError } from '@cubo/contracts';
import type { Library } from '@cubo/library';
import type { LexicalIndexHolder } from '../indexes/lexical-index-holder.ts';
import type { VectorSpaces } from '../indexes/vector-space.ts';
import type { Deletion } from './cubo.ts';

/** Deletes the document that has one of these URIs, first from the catalog, by which it is gone for every reader, then from the indexes. */
export function deleteDocument(
  parts: { library: Library; lexical: LexicalIndexHolder; vectors: VectorSpaces | undefined },
  uris: readonly string[],
): Promise<Deletion> {
  const { library, lexical, vectors } = parts;
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
    const tier = (await vectors?.active())?.tier;
    for (const index of [await lexical.get(), tier]) {
      await index?.remove(dead);
      await index?.flush();
    }
    return { source: document.uri, chunks: dead.size };
  });
}
