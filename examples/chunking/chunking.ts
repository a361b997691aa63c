// #region tokens
import { createCubo, recursiveChunker, sentenceChunker } from '@cubo/core';

const byTokens = recursiveChunker({ maximumTokens: 256, overlapTokens: 24 });
const cubo = await createCubo({ path: './library-of-passages', chunker: byTokens });
await cubo.ingest('./documents');
await cubo.close();
// #endregion

// #region sentences
const bySentences = sentenceChunker({ surroundingSentences: 1 });
const sentences = await createCubo({ path: './library-of-sentences', chunker: bySentences });
await sentences.ingest('./documents');
const [hit] = await sentences.search('How long is the notice period of the lease?', { mode: 'sparse' });
console.log(hit?.text); // the sentence that matched
console.log(hit?.passage?.text); // with those around it
// #endregion

// #region duplicates
for (const { id, source, similarity } of hit?.duplicates ?? []) console.log(id, source, similarity);
for await (const group of sentences.nearDuplicates()) {
  console.log(group.text, group.passages.length);
}
// #endregion
await sentences.close();

if (!hit?.text.includes('notice period')) throw new Error('The sentence was not found.');
if (!hit.passage?.text.includes('rent in advance')) throw new Error('The passage lacks the sentence before.');
if (hit.duplicates?.length !== 2) throw new Error('Three leases say the same, and one should stand for all.');
