// What a library holds and whom its process was in contact with, and how a document leaves it: npm start
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCubo, type Embedder } from '@cubo/core';

const folder = await mkdtemp(join(tmpdir(), 'cubo-audit-'));
await cp(fileURLToPath(new URL('../quickstart/documents', import.meta.url)), join(folder, 'documents'), {
  recursive: true,
});
process.chdir(folder);

/** An embedder that would send texts to a server elsewhere, were it not refused. */
const talkative: Embedder = {
  id: 'talkative',
  fingerprint: 'talkative@1',
  dimensions: 26,
  maxBatch: 100,
  embedDocuments: async (texts) => texts.map(letters),
  async embedQuery(text) {
    await fetch('https://statistics.example/', { method: 'POST', body: text }).catch(() => {});
    return letters(text);
  },
};

// #region audit
const cubo = await createCubo({ path: './my-library', embedder: talkative });
await cubo.ingest('./documents');
await cubo.search('What is the notice period?');
await cubo.ask('How is the boiler reset?');

const { documents, chunks, bytes, files, lastIngest, models, network, connections } = await cubo.audit();
console.log(`${documents} documents, ${chunks} chunks, ${bytes.total} bytes`);
for (const { path, store, bytes } of files) console.log(`  ${path}: ${bytes} bytes (${store})`);
console.log(`last ingest: ${lastIngest?.state} at ${lastIngest?.updatedAt}`, lastIngest?.outcomes);
for (const { kind, id, mayContact } of models)
  console.log(`${kind} ${id} may contact ${mayContact.join(', ') || 'nothing'}`);
console.log(network.allowed ? `allowed: ${network.hosts.join(', ')}` : 'nothing beyond this machine may be contacted');
for (const { host, purpose, opened, refused, bytesSent } of connections.counts)
  console.log(`${host} for ${purpose}: ${opened} opened, ${refused} refused, ${bytesSent} bytes sent`);
// #endregion
const [talk] = connections.counts;
if (connections.counts.length !== 1 || talk?.opened !== 0 || talk.refused < 2 || talk.bytesSent !== 0)
  throw new Error('Something left this machine.');
if (files.reduce((sum, file) => sum + file.bytes, 0) !== bytes.total) throw new Error('The bytes do not add up.');

// #region erase
const receipt = await cubo.erase('./documents/lease.md');
console.log(`${receipt.source} (SHA-256 ${receipt.sha256}), ${receipt.chunks} chunks, erased at ${receipt.erasedAt}`);
for (const { path, became, bytesBefore, bytesAfter } of receipt.files)
  console.log(`  ${path} was ${became}: ${bytesBefore} → ${bytesAfter} bytes`);
for (const { kind, note } of receipt.mayRemain) console.log(`  ${kind}: ${note}`);
// #endregion
if (receipt.files.length === 0 || receipt.remaining.length > 0) throw new Error('The receipt is not complete.');
if ((await cubo.audit()).documents !== documents - 1) throw new Error('The document is still there.');

await cubo.close();
process.chdir(tmpdir());
await rm(folder, { recursive: true });

/** How often each letter of the alphabet stands in a text; no good model. */
function letters(text: string): Float32Array {
  const counts = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const index = letter.charCodeAt(0) - 'a'.charCodeAt(0);
    if (index >= 0 && index < 26) counts[index] = (counts[index] as number) + 1;
  }
  return counts;
}
