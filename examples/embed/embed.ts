import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = await mkdtemp(join(tmpdir(), 'cubo-embed-'));
await cp(fileURLToPath(new URL('../quickstart/documents', import.meta.url)), join(folder, 'documents'), {
  recursive: true,
});
process.chdir(folder);

// #region open
import { createCubo } from '@cubo/core';

const cubo = await createCubo({ path: './my-library' });
// …
// #endregion

// #region ingest
for await (const event of cubo.ingest(['./documents'])) {
  if (event.type === 'file-finish' && event.outcome === 'skipped') console.warn(event.reason);
  if (event.type === 'embedding') console.log(`${event.done} of ${event.total} vectors`);
  if (event.type === 'done')
    console.log(`${event.files} files, ${event.chunks} chunks in ${event.seconds.toFixed(1)} s`);
}

// #endregion

// #region sources
import { textSource } from '@cubo/core';

const mail = textSource({
  uri: 'mail:inbox/42',
  name: 'mail.txt',
  title: 'Keys for Harbour Street',
  text: 'The keys for Harbour Street 12 lie with the caretaker, Mr Novak.',
  metadata: { folder: 'inbox', year: 2026 },
});
for await (const event of cubo.ingest([mail])) console.log(event.type);
// #endregion

// #region scope
const all = await cubo.search('Harbour Street');
const inbox = await cubo.search('Harbour Street', { scope: { metadata: { folder: 'inbox' } } });
const files = await cubo.search('Harbour Street', { scope: { sources: ['./documents'] } });
// #endregion
console.log(all.length, inbox.length, files.length);
if (inbox.length !== 1 || files.length === 0 || all.length <= files.length) throw new Error('A scope was not kept.');

// #region explain
const [best] = await cubo.search('keys caretaker');
for (const { list, rank, score, weight, contribution } of best?.explain.lists ?? []) {
  console.log(`${list}: rank ${rank}, score ${score.toFixed(2)}, weight ${weight} → ${contribution.toFixed(3)}`);
}
// #endregion

// #region ask
const answer = cubo.ask('Who has the keys?');
for await (const step of answer) {
  if (step.type === 'text') process.stdout.write(step.text);
}
const { citations } = await answer;
for (const { number, source, locator, quote } of citations) console.log(`\n[${number}] ${source}`, locator, quote);
// #endregion
if (!citations.some((citation) => citation.quote.includes('Novak'))) throw new Error('The question was not answered.');

// #region places
import { citationLabel, placeLabel } from '@cubo/core';

for (const { source, locator, text } of await cubo.search('notice period')) {
  console.log(citationLabel(source, locator), text); // lease.md, Lease agreement, Harbour Street 12 › 7. Notice
  console.log(placeLabel(locator)); // Lease agreement, Harbour Street 12 › 7. Notice
}
// #endregion
const labels = (await cubo.search('notice period')).map(({ source, locator }) => citationLabel(source, locator));
if (labels[0] !== 'lease.md, Lease agreement, Harbour Street 12 › 7. Notice') throw new Error('The label differs.');

// #region documents
for (const { uri, title, pages, chunks, metadata } of cubo.documents())
  console.log(uri, title, pages, chunks, metadata);
await cubo.label('mail:inbox/42', { folder: 'archive', answered: true, year: null }); // takes year away
const answered = [...cubo.documents({ scope: { metadata: { answered: true } } })];
// #endregion
if (JSON.stringify(answered.map(({ metadata }) => metadata)) !== '[{"folder":"archive","answered":true}]')
  throw new Error('The labels were not changed.');

// #region job
const { job } = await cubo.ingest('./documents');
const { state, outcomes, skipped } = cubo.job(job); // also after a restart
console.log(state, outcomes, skipped); // done { unchanged: 2 } []
// #endregion
if (state !== 'done' || outcomes.unchanged !== 2) throw new Error('The job is not known.');

// #region cancel
const controller = new AbortController();
try {
  for await (const event of cubo.ingest('./documents', { signal: controller.signal })) {
    if (event.type === 'file-start') controller.abort();
  }
} catch (error) {
  if (!controller.signal.aborted) throw error;
}
for await (const event of cubo.resume()) console.log(event.type);

// #endregion

// #region errors
import { isCuboError } from '@cubo/core';

try {
  await cubo.delete('no such document');
} catch (error) {
  if (isCuboError(error, 'CUBO_DOCUMENT_NOT_FOUND')) console.log(error.message);
  else throw error;
}
// #endregion

// #region operate
const status = await cubo.status();
console.log(`${status.documents} documents, ${status.bytes.total} bytes`);
const report = await cubo.doctor();
if (!report.healthy) await cubo.doctor({ repair: true });
// #endregion

// #region models
const { models, profile } = await cubo.status();
for (const { kind, id, state, since } of models) console.log(kind, id, state, since); // embedder latent ready 2026-…
console.log(profile.name, profile.reason); // laptop The computer has 16 GiB of memory and 8 cores.
console.log(profile.settings.threads); // { value: 4, from: 'profile', reason: 'One less than 8 cores, from 1 to 4.' }
await cubo.unload(); // all models, now
// #endregion

// #region events
void (async () => {
  for await (const event of cubo.events()) {
    if (event.type === 'model') console.log(event.model.id, event.model.state, event.model.lastFailure?.message);
    if (event.type === 'search-degraded') console.warn(event.failure.message);
  }
})();
// #endregion
const [reloaded] = await cubo.search('keys caretaker');
if (reloaded?.explain.failures !== undefined) throw new Error('The model was not read again.');

await cubo.close();
process.chdir(tmpdir());
await rm(folder, { recursive: true });
