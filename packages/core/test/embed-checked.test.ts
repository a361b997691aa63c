import { connect } from 'node:net';
import type { Embedder } from '@cubo/contracts';
import { CuboError } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { describe, expect, test } from 'vitest';
import { embedChecked, embedQueryChecked } from '../src/indexes/embed-checked.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

const good = hashingEmbedder({ dimensions: 4 });
const bySparse = /search by words alone with mode 'sparse'\.$/;

/** An error without a message, as several of Node's are. */
const silent = (properties: object) => Object.assign(new Error('silent'), { message: '' }, properties);

/** What a connection to a port where nothing listens ends with. */
function refused(): Promise<never> {
  return new Promise((_, reject) => connect({ port: 1, host: '127.0.0.1' }).on('error', reject));
}

describe('an embedder that fails', () => {
  const failing: Embedder = { ...good, id: 'remote:tiny', embedDocuments: refused, embedQuery: refused };

  test('is named, with its error as the cause and a remedy for documents', async () => {
    const error = await embedChecked(failing, ['a']).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: 'CUBO_EMBEDDER_FAILED',
      summary: 'The embedder remote:tiny failed: connect ECONNREFUSED 127.0.0.1:1.',
      remedy: expect.stringMatching(/ingesting again makes the vectors that are missing\.$/),
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    });
  });

  test('has a remedy for queries that speaks of no batch', async () => {
    await expect(embedQueryChecked(failing, 'a')).rejects.toMatchObject({
      code: 'CUBO_EMBEDDER_FAILED',
      remedy: expect.stringMatching(bySparse),
      cause: expect.objectContaining({ code: 'ECONNREFUSED' }),
    });
  });

  test.each<[string, unknown, string]>([
    [
      'the cause of its error',
      new TypeError('fetch failed', { cause: new Error('no route.') }),
      'fetch failed (no route)',
    ],
    ['a code where there is no message', silent({ code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
    ['what is no error', 'out of memory', 'out of memory'],
    ['that it said nothing', silent({}), 'it gave no reason'],
  ])('tells %s', async (_what, thrown, reason) => {
    const embedder: Embedder = { ...good, embedQuery: () => Promise.reject(thrown) };
    await expect(embedQueryChecked(embedder, 'a')).rejects.toMatchObject({
      summary: `The embedder hashing failed: ${reason}.`,
    });
  });

  test('before it returns a promise fails alike', async () => {
    const embedder: Embedder = {
      ...good,
      embedDocuments() {
        throw new RangeError('too many');
      },
    };
    await expect(embedChecked(embedder, ['a'])).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  });

  test('with a CuboError of its own keeps it', async () => {
    const own = new CuboError({ code: 'CUBO_INDEX_CORRUPT', message: 'The model is damaged.', remedy: 'Fetch it.' });
    const embedder: Embedder = { ...good, embedQuery: () => Promise.reject(own) };
    await expect(embedQueryChecked(embedder, 'a')).rejects.toBe(own);
  });

  test('by an abort of the signal leaves the abort what it is, and any other abort is a failure', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const { signal } = controller;
    const stopped = new DOMException('stopped', 'AbortError');
    const embedder: Embedder = {
      ...good,
      embedDocuments: () => Promise.reject(stopped),
      embedQuery: () => Promise.reject(stopped),
    };
    await expect(embedChecked(embedder, ['a'], { signal })).rejects.toMatchObject({
      code: 'CUBO_EMBEDDER_FAILED',
      cause: stopped,
    });
    controller.abort(reason);
    await expect(embedChecked(embedder, ['a'], { signal })).rejects.toBe(reason);
    await expect(embedQueryChecked(embedder, 'a', { signal })).rejects.toBe(reason);
  });

  test('stops no search by words, and neither loses nor repeats what was ingested', async () => {
    let down = true;
    const embedder: Embedder = {
      ...good,
      embedDocuments: (texts, options) => (down ? refused() : good.embedDocuments(texts, options)),
      embedQuery: (text, options) => (down ? refused() : good.embedQuery(text, options)),
    };
    const { cubo, documents } = await openCubo({ embedder });
    await writeFiles(documents, { 'lease.txt': 'The notice period is three months.' });
    await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
    expect(await cubo.search('notice', { mode: 'sparse' })).toHaveLength(1);
    down = false;
    expect(await finish(cubo.ingest(documents))).toMatchObject({ outcomes: { unchanged: 1 } });
    expect((await cubo.status()).dense?.coverage).toBe(1);
    down = true;
    await expect(cubo.search('notice', { mode: 'dense' })).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
    const [hit] = await cubo.search('notice');
    expect(hit?.explain.lists.map(({ list }) => list)).toEqual(['sparse']);
    expect(hit?.explain.failures).toMatchObject([{ part: 'dense', code: 'CUBO_EMBEDDER_FAILED' }]);
  });
});

test.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /returned a vector that is no Float32Array/],
  ['a list of numbers', [1, 0, 0, 0], /returned a vector that is no Float32Array/],
  ['other dimensions', new Float32Array(3), /returned a vector of 3 dimensions instead of 4/],
  ['values that are not finite', new Float32Array(4).fill(Number.NaN), /values that are not finite/],
])('a query vector of %s is refused with a remedy for queries', async (_what, vector, message) => {
  const embedder = { ...good, embedQuery: async () => vector } as Embedder;
  await expect(embedQueryChecked(embedder, 'a')).rejects.toMatchObject({
    code: 'CUBO_EMBEDDER_INVALID',
    summary: expect.stringMatching(message),
    remedy: expect.stringMatching(bySparse),
  });
});

test.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /returned undefined instead of a list of vectors/],
  ['holes', [undefined], /returned a vector that is no Float32Array/],
])('%s instead of vectors of documents is refused', async (_what, vectors, message) => {
  const embedder = { ...good, embedDocuments: async () => vectors } as Embedder;
  await expect(embedChecked(embedder, ['a'])).rejects.toMatchObject({
    code: 'CUBO_EMBEDDER_INVALID',
    summary: expect.stringMatching(message),
    remedy: expect.stringMatching(/nothing of this batch was stored/),
  });
});
