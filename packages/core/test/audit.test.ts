import { readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Generator } from '@cubo/contracts';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, onTestFinished, test } from 'vitest';
import { finish, openCubo, writeFiles } from './open-cubo.ts';

async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

test('an audit tells what the library holds, by store and by path, and the last ingest', async () => {
  const { cubo, documents, directory } = await openCubo();
  const library = join(directory, 'library');
  expect(await cubo.audit()).toMatchObject({ documents: 0, chunks: 0, lastIngest: undefined });
  await writeFiles(documents, {
    'a.md': `# Ferry\n\n${'The ferry leaves the harbour at noon. '.repeat(40)}`,
    'b.txt': 'Press the red button to reset the boiler.',
    'c.bin': '\0\0\0',
  });
  const { job } = await finish(cubo.ingest(documents));
  await writeFile(join(library, 'notes.txt'), 'Not of Cubo.');

  const audit = await cubo.audit();
  const status = await cubo.status();
  expect(JSON.parse(JSON.stringify(audit))).toEqual(audit);
  expect(audit).toMatchObject({ path: library, documents: 2, chunks: status.chunks });
  expect(audit.lastIngest).toMatchObject({
    id: job,
    state: 'done',
    paths: [documents],
    outcomes: { indexed: 2, skipped: 1 },
  });
  const { total, lock, other, ...stores } = audit.bytes;
  const { total: totalOfStores, ...storesOfStatus } = status.bytes;
  expect(stores).toEqual(storesOfStatus);
  expect(other).toBe('Not of Cubo.'.length);
  expect(total).toBe(totalOfStores + lock + other);
  expect(total).toBe(await bytesBelow(library));
  expect(audit.files.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(total);
  const paths = audit.files.map(({ path, store }) => `${store} ${path.replace(/[0-9a-f-]{12,}/, '…')}`);
  expect(paths).toEqual(
    expect.arrayContaining([
      'catalog catalog.sqlite',
      'chunks segments',
      'lexical indexes/lexical/…',
      'other notes.txt',
    ]),
  );
  expect(paths.some((path) => path.startsWith('models models/'))).toBe(true);
  expect(paths.some((path) => path.startsWith('vectors indexes/vectors/'))).toBe(true);
  expect(audit.models).toEqual([
    { kind: 'embedder', id: 'latent', mayContact: [], contacted: [] },
    { kind: 'generator', id: 'extractive', mayContact: [], contacted: [] },
    { kind: 'reranker', id: expect.any(String), mayContact: [], contacted: [] },
  ]);
  expect(audit.network).toEqual({ allowed: false, hosts: [], webPages: 'none' });
});

test('an audit tells which hosts models may contact, and have contacted, with the bytes', async () => {
  const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const embedder = {
    ...hashingEmbedder(),
    id: 'local',
    async embedQuery() {
      await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
      return new Float32Array(hashingEmbedder().dimensions);
    },
  };
  const generator: Generator = {
    id: 'far',
    contextWindow: Infinity,
    capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
    async *generate() {
      await fetch('http://elsewhere.test/');
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const allow = ['gpu.lan:11434'];
  const { cubo, documents } = await openCubo({ embedder, generator, reranker: false, network: { allow } });
  await writeFiles(documents, { 'a.txt': 'The keys lie with the caretaker.' });
  await finish(cubo.ingest(documents));
  await cubo.search('keys');
  await expect(cubo.ask('Where are the keys?')).rejects.toMatchObject({ code: 'CUBO_GENERATOR_FAILED' });

  const { models, network, connections } = await cubo.audit();
  expect(network).toEqual({ allowed: true, hosts: allow, webPages: 'hosts' });
  const mayContact = ['loopback', ...allow];
  expect(models).toEqual([
    {
      kind: 'embedder',
      id: 'local',
      mayContact,
      contacted: [expect.objectContaining({ host: '127.0.0.1', opened: 2, refused: 0, bytesSent: expect.any(Number) })],
    },
    {
      kind: 'generator',
      id: 'far',
      mayContact,
      contacted: [{ host: 'elsewhere.test', opened: 0, refused: 1, bytesSent: 0, bytesReceived: 0 }],
    },
  ]);
  const [contact] = models[0]?.contacted ?? [];
  expect(contact?.bytesSent).toBeGreaterThan(20);
  expect(contact?.bytesReceived).toBeGreaterThan(20);
  expect(connections.counts).toContainEqual({ purpose: 'embedder local', ...contact });
  expect(Date.parse(connections.since)).toBeLessThanOrEqual(Date.now());
});

test('network: true is for web pages, and no host of models', async () => {
  const { cubo } = await openCubo({ embedder: hashingEmbedder(), network: true });
  const { network, models } = await cubo.audit();
  expect(network).toEqual({ allowed: true, hosts: [], webPages: 'public internet' });
  expect(models[0]?.mayContact).toEqual(['loopback']);
  await cubo.close();
  await expect(cubo.audit()).rejects.toMatchObject({ code: 'CUBO_LIBRARY_CLOSED' });
});
