import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AskOptions, SearchOptions } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { type CuboOptions, createCubo, latentEmbedder, reciprocalRankFusion } from '../src/index.ts';
import { openCubo } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const badArgument = (message: RegExp) => ({ code: 'CUBO_BAD_ARGUMENT', message: expect.stringMatching(message) });

describe('createCubo', () => {
  test.each<[unknown, RegExp]>([
    [undefined, /^The options of createCubo are undefined, not an object\. .*createCubo\(\{ path:/],
    [null, /^The options of createCubo are null/],
    ['./my-library', /^The options of createCubo are "\.\/my-library"/],
    [{}, /^The option path is undefined, not the path of a folder\./],
    [{ path: '' }, /^The option path is ""/],
    [{ path: 7 }, /^The option path is 7/],
  ])('refuses the options %j', async (options, message) => {
    await expect(createCubo(options as CuboOptions)).rejects.toMatchObject(badArgument(message));
  });

  const embedder = hashingEmbedder();
  const extractor = { id: 'a@1', mediaTypes: [], extensions: ['.a'], async *extract() {} };
  test.each<[Record<string, unknown>, RegExp]>([
    [{ embedder: true }, /^The option embedder is true, not an embedder\. .*the function embedQuery\(\)\.$/],
    [{ embedder: null }, /^The option embedder is null, not an embedder\./],
    [{ embedder: {} }, /not an embedder: it has no id, no fingerprint, no embedDocuments\(\), no embedQuery\(\)\./],
    [
      { embedder: { ...embedder, fingerprint: '' } },
      /^The option embedder is not an embedder: it has no fingerprint\./,
    ],
    [{ embedder: { ...embedder, embedQuery: undefined } }, /it has no embedQuery\(\)\./],
    [{ embedder: latentEmbedder }, /^The option embedder is a function, where an embedder is wanted\. Call/],
    [
      { embedder: { id: 'a', maxSample: 1, fit() {} } },
      /not a trainable embedder: it has no configuration, no restore/,
    ],
    [{ extractors: {} }, /^The option extractors is an object, not a list\. Pass an array/],
    [{ extractors: [extractor, () => extractor] }, /^The option extractors\[1\] is a function, .* Call the function/],
    [{ extractors: [{}] }, /^The option extractors\[0\] .* no id, no mediaTypes, no extensions, no extract\(\)\./],
    [{ extractors: [{ ...extractor, extensions: '.a' }] }, /it has no extensions\. .*the list of texts extensions/],
    [{ chunker: {} }, /^The option chunker is not a chunker: it has no id, no chunk\(\)\./],
    [
      { analyzer: { fingerprint: 'a' } },
      /^The option analyzer .* no detect\(\), no analyze\(\), no analyzeQuery\(\)\./,
    ],
    [{ fuser: reciprocalRankFusion }, /^The option fuser is a function/],
    [{ fuser: { id: 'a' } }, /^The option fuser is not a fuser: it has no fuse\(\)\./],
    [{ reranker: 'best' }, /^The option reranker is "best", not a reranker\./],
    [{ generator: [] }, /^The option generator is not a generator: it has no id, no generate\(\)\./],
    [{ logger: { info() {} } }, /^The option logger is not a logger: it has no debug\(\), no warn\(\), no error\(\)\./],
    [{ clock: Date.now }, /^The option clock is a function, where a clock is wanted\./],
    [{ sparseIndex: {} }, /^The option sparseIndex is an object, not a function/],
    [{ vectorTier: 'exact' }, /^The option vectorTier is "exact", not a function/],
    [{ maximumBytes: '5' }, /^maximumBytes is "5"\./],
    [{ maximumBytes: 0 }, /^maximumBytes is 0\./],
    [{ lockTimeoutMilliseconds: -1 }, /^lockTimeoutMilliseconds is -1\./],
  ])('refuses %o before it opens anything', async (options, message) => {
    const path = join(await temporaryDirectory(), 'library');
    const opening = createCubo({ path, ...options } as CuboOptions);
    await expect(opening).rejects.toMatchObject(badArgument(message));
    expect(existsSync(path)).toBe(false);
  });
});

test.each<[unknown, RegExp]>([
  [{ scope: 'letters' }, /^The scope is "letters", not an object\./],
  [{ scope: ['letters'] }, /^The scope is a list, not an object\./],
  [{ scope: { sources: 'letters' } }, /^The sources of the scope are not a list/],
  [{ scope: { sources: [5] } }, /^The sources of the scope are not a list/],
])('search and ask refuse %j', async (options, message) => {
  const { cubo } = await openCubo({ embedder: false });
  await expect(cubo.search('rent', options as SearchOptions)).rejects.toMatchObject(badArgument(message));
  await expect(cubo.ask('rent', options as AskOptions)).rejects.toMatchObject(badArgument(message));
});

test('ask refuses what is no generator', async () => {
  const { cubo } = await openCubo({ embedder: false });
  const options = { generator: { id: 'mine' } } as unknown as AskOptions;
  await expect(cubo.ask('rent', options)).rejects.toMatchObject(badArgument(/it has no generate\(\)\./));
});

test.each([undefined, null, 5, '', {}])('delete refuses %j', async (source) => {
  const { cubo } = await openCubo({ embedder: false });
  await expect(cubo.delete(source as string)).rejects.toMatchObject(badArgument(/^The document to delete is /));
});
