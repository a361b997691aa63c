import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCubo } from '@cubo/core';

const folder = await mkdtemp(join(tmpdir(), 'cubo-sync-'));
await cp(fileURLToPath(new URL('../quickstart/documents', import.meta.url)), join(folder, 'documents'), {
  recursive: true,
});
process.chdir(folder);
const cubo = await createCubo({ path: './my-library' });

// #region rules
await cubo.ingest('./documents', {
  include: ['**/*.{md,txt,pdf}'],
  exclude: ['drafts', '**/~$*'],
  gitignore: true,
  metadata: { client: 'Rossi' },
  categories: { '**': 'Other', 'contracts/**': 'Contracts' },
});
// #endregion

// #region categories
for (const { name, documents } of await cubo.categories()) console.log(`${name}: ${documents}`);
const hits = await cubo.search('notice period', { scope: { metadata: { category: 'Contracts' } } });
// #endregion
console.log(hits.length);

// #region plan
for await (const { action, source, reason } of cubo.plan('./documents')) {
  if (action !== 'unchanged') console.log(action, reason ?? source);
}
const { actions, bytes } = await cubo.plan('./documents');
console.log(`${actions.new} new and ${actions.changed} changed files, ${bytes} bytes to read`);
// #endregion

setTimeout(() => void writeFile('./documents/memo.txt', 'The keys lie under the mat.'), 3000);

// #region watch
await using watch = cubo.watch('./documents', { exclude: ['drafts'] });
for await (const event of watch) {
  if (event.type === 'watch-problem') console.warn(event.reason);
  if (event.type === 'file-finish') console.log(event.outcome, event.source);
  if (event.type === 'sync' && event.state === 'idle') console.log('in sync');
  if (event.type === 'file-finish' && event.source.endsWith('memo.txt')) break;
}
// #endregion

await cubo.close();
process.chdir(tmpdir());
await rm(folder, { recursive: true });
