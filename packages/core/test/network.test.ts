import dns from 'node:dns';
import type { Generator, Reranker } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { connections } from '@cubo/network';
import { expect, test } from 'vitest';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

/** Another host, which is this machine with nothing behind the port. */
const elsewhere = 'gpu.lan:1024';
const { lookup } = dns;
dns.lookup = ((name: string, ...rest: unknown[]) =>
  Reflect.apply(lookup, dns, [name === 'gpu.lan' ? '127.0.0.1' : name, ...rest])) as typeof lookup;
const call = () => fetch(`http://${elsewhere}/`);
const refusal = { code: 'CUBO_NETWORK_REFUSED', path: elsewhere };

const embedder = {
  ...hashingEmbedder({ dimensions: 4 }),
  id: 'calling',
  embedQuery: async () => {
    await call();
    return new Float32Array(4);
  },
};
const generator: Generator = {
  id: 'calling',
  contextWindow: Infinity,
  capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
  async *generate() {
    await call();
    yield { type: 'finish', reason: 'stop' };
  },
};
const reranker: Reranker = {
  id: 'calling',
  async rerank() {
    await call();
    return [];
  },
};
const document = { 'a.txt': 'The keys lie with the caretaker.' };

test('an embedder contacts no host that was not allowed', async () => {
  const { cubo, documents } = await openCubo({ embedder });
  await writeFiles(documents, document);
  await finish(cubo.ingest(documents));
  await expect(cubo.search('keys', { mode: 'dense' })).rejects.toMatchObject({
    code: 'CUBO_EMBEDDER_FAILED',
    cause: { cause: refusal },
  });
  const { purpose, refused } = connections().recent.at(-1) ?? {};
  expect({ purpose, refused }).toEqual({ purpose: 'embedder calling', refused: true });
});

test('nor when an ingest in a thread calls it', async () => {
  const calls = { ...embedder, fingerprint: 'calling anew', embedDocuments: async () => [await call()] as never };
  const { cubo, documents } = await openCubo({ embedder: calls, threads: 1 });
  await writeFiles(documents, document);
  await expect(finish(cubo.ingest(documents))).rejects.toMatchObject({ code: 'CUBO_EMBEDDER_FAILED' });
  const { purpose, refused } = connections().recent.at(-1) ?? {};
  expect({ purpose, refused }).toEqual({ purpose: 'embedder calling', refused: true });
});

test('nor does a generator, of the options, of a call, or for rewriting', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, generator });
  await writeFiles(documents, document);
  await finish(cubo.ingest(documents));
  const failure = { code: 'CUBO_GENERATOR_FAILED', cause: { cause: refusal } };
  await expect(cubo.ask('Where are the keys?')).rejects.toMatchObject(failure);
  const { cubo: other, documents: same } = await openCubo({ embedder: false });
  await writeFiles(same, document);
  await finish(other.ingest(same));
  await expect(other.ask('Where are the keys?', { generator })).rejects.toMatchObject(failure);
  const before = refusals('generator calling');
  await other.search('keys', { rewrite: { generator } });
  expect(refusals('generator calling')).toBe(before + 1);
});

test('a model may be frozen, and a class with private fields', async () => {
  class Counting {
    readonly id = 'counting';
    readonly fingerprint = 'counting';
    readonly dimensions = 2;
    readonly maxBatch = 8;
    #texts = 0;
    async embedDocuments(texts: readonly string[]) {
      this.#texts += texts.length;
      return texts.map(() => new Float32Array([1, 0]));
    }
    async embedQuery() {
      return new Float32Array([this.#texts > 0 ? 1 : 0, 0]);
    }
  }
  const { cubo, documents } = await openCubo({ embedder: Object.freeze(new Counting()) });
  await writeFiles(documents, document);
  await finish(cubo.ingest(documents));
  expect(await cubo.search('caretaker', { mode: 'dense' })).toHaveLength(1);
});

test('nor does a reranker', async () => {
  const { cubo, documents } = await openCubo({ embedder: false, reranker });
  await writeFiles(documents, document);
  await finish(cubo.ingest(documents));
  await cubo.search('keys').catch(() => {});
  expect(refusals('reranker calling')).toBe(1);
});

test.each([['a name'], [5]])('%s is no generator that rewrites', async (other) => {
  const { cubo } = await openCubo({ embedder: false });
  await expect(cubo.search('keys', { rewrite: { generator: other as never } })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
  });
});

test('network: true is for web pages, and allow is for models', async () => {
  const outcome = async (network: boolean | { allow: string[] }) => {
    const { cubo, documents } = await openCubo({ embedder: false, generator, network });
    await writeFiles(documents, document);
    await finish(cubo.ingest(documents));
    const error: unknown = await cubo.ask('Where are the keys?').catch((thrown: unknown) => thrown);
    return ((error as Error).cause as { cause?: { code?: string } }).cause?.code;
  };
  expect(await outcome(true)).toBe('CUBO_NETWORK_REFUSED');
  expect(await outcome({ allow: ['gpu.lan:1025'] })).toBe('CUBO_NETWORK_REFUSED');
  expect(await outcome({ allow: [elsewhere] })).toBe('ECONNREFUSED');
});

test('allow bounds web pages too', async () => {
  const { cubo } = await openCubo({ embedder: false, network: { allow: ['gpu.lan', '93.184.215.14'] } });
  await expect(cubo.webPage('https://example.org/')).rejects.toMatchObject({
    code: 'CUBO_NETWORK_REFUSED',
    remedy: 'Add it to network.allow.',
  });
  // Allowed, and yet no page of the public web.
  await expect(cubo.webPage('http://gpu.lan/')).rejects.toMatchObject({ code: 'CUBO_NETWORK_REFUSED' });
});

test.each([[{ allow: 'gpu.lan' }], [{ allow: [5] }], [{ allow: ['http://gpu.lan'] }]])(
  'network %j is refused',
  async (network) => {
    await expect(openCubo({ network: network as never })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  },
);

function refusals(purpose: string): number {
  return connections().counts.reduce((sum, count) => sum + (count.purpose === purpose ? count.refused : 0), 0);
}
