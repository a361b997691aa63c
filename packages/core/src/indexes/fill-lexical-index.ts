import { type Analyzer, indexedText, type SparseDocument, type SparseIndex } from '@cubo/contracts';
import type { LibrarySnapshot } from '@cubo/library';
import { compareCoverage } from './compare-coverage.ts';

const batchSize = 64;
/** Texts between two flushes, so that an interrupted rebuild does not start over. */
const flushEvery = 16_384;

/** Makes a lexical index hold exactly the live chunks, reading what it lacks from the stored text. Gives the number added. */
export async function fillLexicalIndex(options: {
  index: SparseIndex;
  snapshot: LibrarySnapshot;
  analyzer: Analyzer;
  signal?: AbortSignal | undefined;
}): Promise<number> {
  const { index, snapshot, analyzer, signal } = options;
  const { missing, extra } = compareCoverage(index, snapshot.chunks);
  if (missing.size === 0 && extra.size === 0) return 0;
  await index.remove(extra);
  let batch: SparseDocument[] = [];
  let added = 0;
  /** The document that the current run of chunks belongs to, and its language as far as it is known. */
  let document = -1;
  let language = 'und';
  for await (const chunk of snapshot.scan(missing, { signal })) {
    const detected = analyzer.detect(chunk.text);
    if (chunk.documentId !== document) {
      document = chunk.documentId;
      language = 'und';
    }
    if (language === 'und') language = detected;
    batch.push({ id: chunk.id, text: indexedText(chunk), language: detected === 'und' ? language : detected });
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
