import { chunkIds, chunkSetFromIds } from '@cubo/contracts';
import { memorySparseIndex } from '@cubo/contracts/testing';
import { builtinExtractors, createExtractorRegistry, ingestSources, recursiveChunker, textSource } from '@cubo/ingest';
import { openLibrary } from '@cubo/library';
import { createAnalyzer } from '@cubo/retrieval';
import { expect, onTestFinished, test } from 'vitest';
import { fillLexicalIndex } from '../src/indexes/fill-lexical-index.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const german =
  'Der Mieter kann die Wohnung mit einer Frist von drei Monaten kündigen, wenn er dies dem Vermieter schriftlich mitteilt.';
const english =
  'The tenant may give notice of three months if he tells the landlord about it in writing and returns all of the keys.';

/** An index that remembers the language of every chunk it was given. */
function watchedIndex() {
  const memory = memorySparseIndex();
  const languages = new Map<number, string | undefined>();
  const index: typeof memory = {
    ...memory,
    add(batch, options) {
      for (const { id, language } of batch) languages.set(id, language);
      return memory.add(batch, options);
    },
  };
  return { index, languages };
}

test('an index that is filled from the middle of a document takes its short chunks for what they were at first', async () => {
  const library = await openLibrary({ path: await temporaryDirectory() });
  onTestFinished(() => library.close());
  const analyzer = createAnalyzer();
  const first = watchedIndex();
  await library.write(async (writer) => {
    const ingestion = ingestSources({
      library,
      writer,
      lexical: first.index,
      sources: (async function* () {
        const text = [german, english, '§ 3 404B'].map((part, i) => `# ${i}\n\n${part}\n\n`).join('');
        yield textSource({ uri: 'x:lease', name: 'lease.md', text });
      })(),
      registry: createExtractorRegistry(builtinExtractors()),
      chunker: recursiveChunker(),
      detectLanguage: (text) => analyzer.detect(text),
      maximumBytes: 2 ** 20,
      gone: () => [],
    });
    for await (const _event of ingestion);
  });
  expect([...first.languages.values()]).toEqual(['de', 'en', 'de']);

  const [interrupted = -1] = chunkIds(library.snapshot().chunks);
  const second = watchedIndex();
  await second.index.add([{ id: interrupted, text: german, language: 'de' }]);
  expect(await fillLexicalIndex({ index: second.index, library, analyzer })).toBe(2);
  expect(second.languages).toEqual(first.languages);
  await second.index.remove(chunkSetFromIds([interrupted]));
  expect(await fillLexicalIndex({ index: second.index, library, analyzer })).toBe(1);
});
