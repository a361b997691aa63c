import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AskOptions, SearchOptions } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import {
  type CuboOptions,
  convexFusion,
  createAnalyzer,
  createCubo,
  extractiveGenerator,
  latentEmbedder,
  reciprocalRankFusion,
  recursiveChunker,
  scanSources,
  sentenceChunker,
  textSource,
} from '../src/index.ts';
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
    [{ extractor: [] }, /^createCubo\(\) has no option "extractor"\. Did you mean extractors\? Its options are path, /],
    [{ embeder: undefined }, /^createCubo\(\) has no option "embeder"\. Did you mean embedder\?/],
    [{ network: { timeout: 5 } }, /^The option network has no option "timeout"\. Did you mean timeoutMilliseconds\?/],
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
  [{ scope: { source: ['letters'] } }, /^The scope has no option "source"\. Did you mean sources\?/],
  [{ scope: { category: 'Letters' } }, /^The scope has no option "category"\. Its options are sources, metadata\.$/],
  [{ scope: { sources: undefined, tags: undefined } }, /^The scope has no option "tags"\./],
  [{ scope: { metadata: 'Letters' } }, /^The metadata of the scope is "Letters", not labels by name\./],
  [{ scope: { metadata: new Map([['year', 2026]]) } }, /^The metadata of the scope is an object, not labels by name\./],
  [{ scope: { metadata: { year: 5n } } }, /^The label "year" of the scope is 5, which no label can be\./],
  [{ scope: { metadata: { year: [2026, new Date(0)] } } }, /^The label "year" of the scope is a list,/],
  [{ limits: 3 }, /^(search|ask)\(\) has no option "limits"\. Did you mean limit\? Its options are limit, scope, /],
  [{ limits: undefined }, /^(search|ask)\(\) has no option "limits"\./],
  [null, /^(search|ask)\(\) was given null where its options are wanted\./],
  [[3], /^(search|ask)\(\) was given a list/],
])('search and ask refuse %o', async (options, message) => {
  const { cubo } = await openCubo({ embedder: false });
  await expect(cubo.search('rent', options as SearchOptions)).rejects.toMatchObject(badArgument(message));
  await expect(cubo.ask('rent', options as AskOptions)).rejects.toMatchObject(badArgument(message));
});

test.each([{ mode: 5n }, { limit: 5n }, { limit: Object.create(null) }])('search refuses %o', async (options) => {
  const { cubo } = await openCubo({ embedder: false });
  const refused = cubo.search('rent', options as unknown as SearchOptions);
  await expect(refused).rejects.toMatchObject(badArgument(/^There is no search mode 5\.|^The limit /));
});

test.each<[unknown, RegExp]>([
  ['a\0b', /^The folder to watch is "a\\u0000b"\. Pass the path of a folder/],
  [['a', '\0'], /^The folder to watch is a list\./],
  ['', /^The folder to watch is ""\./],
  [undefined, /^The folder to watch is undefined\./],
])('watch refuses %j', async (folders, message) => {
  const { cubo } = await openCubo({ embedder: false });
  expect(() => cubo.watch(folders as string)).toThrow(expect.objectContaining(badArgument(message)));
});

test.each([Symbol('job'), Object.create(null), 5])('there is no job %o to resume', async (job) => {
  const { cubo } = await openCubo({ embedder: false });
  const refused = expect.objectContaining({ code: 'CUBO_JOB_NOT_FOUND' });
  expect(() => cubo.resume(job as unknown as string)).toThrow(refused);
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

/** Methods that take options, and what comes before these. */
const methods = (documents: string): readonly [method: string, given: readonly unknown[]][] => [
  ['ingest', [documents]],
  ['resume', [undefined]],
  ['plan', [documents]],
  ['watch', [documents]],
  ['search', ['rent']],
  ['ask', ['rent']],
  ['webPage', ['https://example.org/']],
  ['label', ['a.txt', {}]],
  ['compact', []],
  ['nearDuplicates', []],
  ['documents', []],
  ['doctor', []],
];

test('no method of a knowledge base passes over an option that it does not have', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, network: true });
  // What plain JavaScript lets through.
  const unchecked = cubo as unknown as Record<string, (...given: unknown[]) => unknown>;
  const calls = methods(documents);
  for (const [method, given] of calls) {
    const refused = (async () => unchecked[method]?.(...given, { signals: [] }))();
    const remedy = expect.stringMatching(/Its options are ([a-zA-Z]+, )*[a-zA-Z]+\.$/);
    const message = `${method}() has no option "signals".`;
    await expect(refused, method).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT', summary: message, remedy });
  }
  await expect(cubo.status()).resolves.toMatchObject({ jobs: [], network: { connections: 0 } });
});

test.each([null, 5, 'now', {}, new AbortController(), { aborted: false, addEventListener() {} }])(
  'no method takes %o for a signal',
  async (signal) => {
    const { cubo, documents } = await openCubo({ embedder: false, network: true });
    const unchecked = cubo as unknown as Record<string, (...given: unknown[]) => unknown>;
    const withSignal = methods(documents).filter(([method]) => method !== 'label' && method !== 'documents');
    for (const [method, given] of withSignal) {
      const refused = (async () => unchecked[method]?.(...given, { signal }))();
      const message = new RegExp(`^The option signal of ${method}\\(\\) is .*, not an AbortSignal\\.`);
      await expect(refused, method).rejects.toMatchObject(badArgument(message));
    }
  },
);

test('a signal of a class of the host stops an ingest as others do', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const controller = new AbortController();
  // What has the methods of a signal and is none for `AbortSignal.any`.
  const signal = {
    get aborted() {
      return controller.signal.aborted;
    },
    get reason() {
      return controller.signal.reason;
    },
    addEventListener: controller.signal.addEventListener.bind(controller.signal),
    removeEventListener: controller.signal.removeEventListener.bind(controller.signal),
    throwIfAborted: () => controller.signal.throwIfAborted(),
  } as AbortSignal;
  await cubo.ingest(documents, { signal });
  controller.abort(new Error('enough'));
  await expect(cubo.ingest(documents, { signal })).rejects.toThrow('enough');
});

test.each([null, 'secret', 5, [5], new Set(['secret'])])('%o is no list of passwords', async (passwords) => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const options = { passwords } as unknown as { passwords: string[] };
  const message = /^The option passwords of (ingest|resume|watch)\(\) is no list of texts\. Pass a list/;
  const refused = expect.objectContaining(badArgument(message));
  expect(() => cubo.ingest(documents, options)).toThrow(refused);
  expect(() => cubo.resume(undefined, options)).toThrow(refused);
  expect(() => cubo.watch(documents, options)).toThrow(refused);
});

test('an ingest, its plan and its watch take the rules of each other', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const rules = {
    ...{ include: ['**'], exclude: [], gitignore: true, metadata: {}, categories: {}, allowEmpty: true },
    signal: undefined,
  };
  await cubo.ingest(documents, { ...rules, passwords: [] });
  await cubo.plan(documents, rules);
  await cubo.watch(documents, { ...rules, passwords: [], polling: false, debounceMilliseconds: 0 }).close();
});

test('near-duplicates are not looked for in a scope that is not understood', async () => {
  const { cubo } = await openCubo({ embedder: false });
  const looking = cubo.nearDuplicates({ scope: { source: [] } as object })[Symbol.asyncIterator]();
  await expect(looking.next()).rejects.toMatchObject(badArgument(/^The scope has no option "source"\./));
});

test('neither does what makes a part or a source', async () => {
  const analyzer = createAnalyzer();
  const unknown = { dimension: 5 } as object;
  const message = expect.objectContaining(badArgument(/^[a-zA-Z]+\(\) has no option "dimension"\./));
  expect(() => latentEmbedder({ analyzer, ...unknown })).toThrow(message);
  expect(() => extractiveGenerator({ analyzer, ...unknown })).toThrow(message);
  expect(() => convexFusion(unknown)).toThrow(message);
  expect(() => reciprocalRankFusion(unknown)).toThrow(message);
  expect(() => recursiveChunker(unknown)).toThrow(message);
  expect(() => sentenceChunker(unknown)).toThrow(message);
  expect(() => textSource({ uri: 'note:1', text: 'rent', ...unknown })).toThrow(message);
  await expect(scanSources('.', unknown).next()).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});
