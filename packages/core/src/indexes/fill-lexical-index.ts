import { type Analyzer, indexedFields, type SparseDocument, type SparseIndex } from '@cubo/contracts';
import { type DocumentLanguage, documentLanguage } from '@cubo/ingest';
import type { Library } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';

const batchSize = 64;
/** Texts between two flushes, so that an interrupted rebuild does not start over. */
const flushEvery = 16_384;

/**
 * Makes a lexical index hold exactly the live chunks, beside those of documents that are not complete, reading what it
 * lacks from the stored text. Gives the number added.
 */
export async function fillLexicalIndex(options: {
  index: SparseIndex;
  library: Library;
  analyzer: Analyzer;
  signal?: AbortSignal | undefined;
}): Promise<number> {
  const { index, library, analyzer, signal } = options;
  const snapshot = library.snapshot();
  const { missing, extra } = compareCoverage(index, snapshot.chunks, snapshot.pending);
  if (missing.size === 0 && extra.size === 0) return 0;
  await index.remove(extra);
  let batch: SparseDocument[] = [];
  let added = 0;
  let document = -1;
  let languages: DocumentLanguage | undefined;
  for await (const chunk of snapshot.scan(missing, { signal })) {
    if (languages === undefined || chunk.documentId !== document) {
      document = chunk.documentId;
      // What is missing may begin in the middle of the document, with chunks in another language.
      const known = library.findDocument(chunk.source)?.language;
      languages = documentLanguage({ detect: (text) => analyzer.detect(text), known });
    }
    batch.push({ id: chunk.id, ...indexedFields(chunk), language: languages.next(chunk.text) });
    if (batch.length < batchSize) continue;
    await index.add(batch, { signal });
    added += batch.length;
    batch = [];
    if (added % flushEvery === 0) await index.flush();
  }
  await index.add(batch, { signal });
  await index.flush();
  return added + batch.length;
}
