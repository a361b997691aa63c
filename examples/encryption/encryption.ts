// A library that nobody reads without its passphrase: npm start
import { randomBytes, scrypt } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCubo } from '@cubo/core';

const folder = await mkdtemp(join(tmpdir(), 'cubo-encryption-'));
await cp(fileURLToPath(new URL('../quickstart/documents', import.meta.url)), join(folder, 'documents'), {
  recursive: true,
});
process.chdir(folder);

// #region passphrase
/** The key of a passphrase. Making it takes 128 MiB and a moment, of whoever tries passphrases too. */
function keyOf(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
  return promisify<string, Uint8Array, number, object, Buffer>(scrypt)(passphrase.normalize(), salt, 32, cost);
}

const salt = randomBytes(16); // once for a library; no secret, kept in the application's settings
const key = await keyOf('correct horse battery staple', salt);
// #endregion

// #region encryption
const cubo = await createCubo({ path: './my-library', encryption: { key } });
key.fill(0); // Cubo has its own copy
await cubo.ingest('./documents');
const hits = await cubo.search('What is the notice period?');
console.log(hits[0]?.text, (await cubo.status()).encrypted);
await cubo.close();
// #endregion
if (hits.length === 0) throw new Error('Nothing was found.');

for (const entry of await readdir('my-library', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const bytes = await readFile(join(entry.parentPath, entry.name));
  if (/notice|lease|SQLite format|PAR1/i.test(bytes.toString('latin1'))) throw new Error(`${entry.name} can be read.`);
}
const refused = await createCubo({ path: './my-library' }).catch((error: { code: string }) => error.code);
if (refused !== 'CUBO_LIBRARY_ENCRYPTED') throw new Error('It was opened without its key.');
const again = await createCubo({
  path: './my-library',
  encryption: { key: await keyOf('correct horse battery staple', salt) },
});
if ((await again.status()).documents === 0) throw new Error('The documents are gone.');
await again.close();

process.chdir(tmpdir());
await rm(folder, { recursive: true });
