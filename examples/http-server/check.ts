// Drives the server as a client does, from the first upload to its end. Anything that is not as it should be ends it with an error.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExportedConversation } from '@cubo/agent';
import type { Audit, IngestEvent } from '@cubo/core';
import { ask, beginConversation } from './client/chat.ts';
import { createClient, readNdjson } from './client/client.ts';
import { answerOf, assertComplete, collect } from './client/events.ts';
import { exitCodeOfServer, startServerProcess } from './client/server-process.ts';
import { assertRefused, statusWith, step } from './client/steps.ts';

const concurrency = 200;
const maximumUploadBytes = 1024 ** 2;
const maximumAttachmentBytes = 300_000;
const token = randomBytes(32).toString('hex');
const data = await mkdtemp(join(tmpdir(), 'cubo-http-server-'));
const server = await startServerProcess({
  CUBO_DATA: data,
  CUBO_TOKEN: token,
  CUBO_GENERATOR: 'scripted',
  CUBO_MAXIMUM_UPLOAD_BYTES: String(maximumUploadBytes),
  CUBO_MAXIMUM_ATTACHMENT_BYTES: String(maximumAttachmentBytes),
  CUBO_MAXIMUM_REQUESTS: String(concurrency),
});
const { url } = server;
const client = createClient(url, token);
const question = 'How long is the notice period of the lease?';

await step('upload', async () => {
  const lease = await readFile(new URL('../quickstart/documents/lease.md', import.meta.url));
  const response = await client.upload('lease.md', lease);
  assert.equal(response.status, 201);
  assert.deepEqual(await response.json(), { name: 'lease.md', bytes: lease.byteLength, source: 'document:lease.md' });
  const odd = await client.upload('../../outside\u0000/.boiler:notes.txt', 'The boiler is in the cellar.');
  assert.equal(((await odd.json()) as { name: string }).name, 'boiler_notes.txt');
  assert.deepEqual((await readdir(join(data, 'documents'))).sort(), ['boiler_notes.txt', 'lease.md']);
  await assertRefused(await client.upload('...', 'x'), 400, 'BAD_NAME');
  await assertRefused(await client.upload('other/boiler:notes.txt', 'x'), 409, 'NAME_TAKEN');
});

await step('ingest', async () => {
  const events: IngestEvent[] = [];
  for await (const event of readNdjson<IngestEvent>(await client.send('POST', '/documents/ingest'))) events.push(event);
  const done = events.at(-1);
  assert.equal(done?.type === 'done' && done.outcomes.indexed, 2);
  assert.ok(events.some((event) => event.type === 'file-start' && event.source === 'document:lease.md'));
});

const conversation = await beginConversation(client);
await step('chat', async () => {
  const events = await collect(ask(client, { conversation, text: question }));
  assertComplete(events);
  assert.match(answerOf(events), /three months/);
  assert.ok(events.some((event) => event.type === 'citation' && event.support === 'supported'));
});

await step('cut and resume', async () => {
  const events = await collect(ask(client, { conversation, text: 'And when is the rent due?', breakAfter: 8 }));
  assertComplete(events);
  assert.match(answerOf(events), /third working day/);
});

await step('attachments', async () => {
  const id = await beginConversation(client);
  const data = (content: string | Uint8Array) => Buffer.from(content).toString('base64');
  const offer = { name: 'offer.md', data: data('# Offer\n\nThe kitchen of this offer costs 4200 euros.') };
  const asked = { text: 'What does the kitchen of the offer cost?', attachments: [offer] };
  const events = await collect(ask(client, { conversation: id, ...asked }));
  assertComplete(events);
  assert.match(answerOf(events), /4200 euros/);
  assert.ok(events.some((event) => event.type === 'source' && event.source === 'attachment:0/offer.md'));
  const { history } = (await (await client.send('GET', `/conversations/${id}`)).json()) as ExportedConversation;
  assert.deepEqual(history[0]?.attachments, [{ name: 'offer.md', mediaType: 'application/octet-stream', bytes: 52 }]);
  // Long ones, more than may be answered at a time, and nothing that is refused is kept.
  const large = { name: 'large.txt', data: data('The kitchen. '.repeat(8000)) };
  for (let i = 0; i < 10; i++) {
    assertComplete(await collect(ask(client, { conversation: id, text: 'Kitchen?', attachments: [large] })));
  }
  const turns = `/conversations/${id}/turns`;
  const refuse = async (attachments: unknown, status: number, code: string) =>
    assertRefused(await client.send('POST', turns, { text: 'x', attachments }), status, code);
  const half = { name: 'half.txt', data: data(new Uint8Array(maximumAttachmentBytes / 2 + 1)) };
  await refuse([half, { ...half, name: 'other.txt' }], 413, 'BODY_TOO_LARGE');
  await refuse([{ name: 'a.txt', data: data(new Uint8Array(2 * maximumAttachmentBytes)) }], 413, 'BODY_TOO_LARGE');
  await refuse(
    Array.from({ length: 11 }, (_, i) => ({ name: `${i}.txt`, data: data('x') })),
    400,
    'BAD_REQUEST',
  );
  await refuse([{ name: 'a.txt', data: 'no base64!' }], 400, 'BAD_REQUEST');
  await refuse([offer, offer], 400, 'CUBO_BAD_ARGUMENT');
  // In pieces, so that nothing tells beforehand how long it will be.
  const pieces = ReadableStream.from([Buffer.from(JSON.stringify({ text: 'x', attachments: [large] }))]);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const unmeasured = { method: 'POST', headers, body: pieces, duplex: 'half' } as const;
  await assertRefused(await fetch(url + turns, unmeasured), 413, 'BODY_TOO_LARGE');
  await refuse([{ name: 'a.txt', path: '/etc/passwd', data: data('x') }], 400, 'BAD_REQUEST');
  const after = (await (await client.send('GET', `/conversations/${id}`)).json()) as ExportedConversation;
  assert.equal(after.history.length, 11);
});

await step('history', async () => {
  const response = await client.send('GET', `/conversations/${conversation}`);
  const { history } = (await response.json()) as ExportedConversation;
  assert.deepEqual(
    history.map(({ finish }) => finish),
    ['stop', 'stop'],
  );
  const found = await client.send('GET', '/conversations/search?query=notice');
  assert.ok(((await found.json()) as { matches: unknown[] }).matches.length > 0);
  await assertRefused(await client.send('GET', '/conversations/none'), 404, 'CUBO_CONVERSATION_NOT_FOUND');
});

await step('audit', async () => {
  const audit = (await (await client.send('GET', '/audit')).json()) as Audit;
  assert.equal(audit.documents, 2);
  assert.equal(audit.network.allowed, false);
  assert.deepEqual(audit.connections.counts, []);
});

await step('unauthorised', async () => {
  for (const wrong of ['', token.slice(1), `${token}x`]) {
    const response = await createClient(url, wrong).send('GET', '/audit');
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    await assertRefused(response, 401, 'UNAUTHORIZED');
  }
  const authorization = `Bearer ${token}`;
  assert.equal(await statusWith(`${url}/audit`, { authorization, host: 'rebound.example' }), 403);
  assert.equal(await statusWith(`${url}/audit`, { authorization, origin: 'https://elsewhere.example' }), 403);
  assert.equal(await statusWith(`${url}/audit`, { authorization, origin: url }), 200);
  assert.equal(await exitCodeOfServer({ CUBO_HOST: '0.0.0.0', CUBO_DATA: join(data, 'unused') }), 1);
});

await step('headers', async () => {
  const { headers } = await client.send('GET', '/documents');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('access-control-allow-origin'), null);
});

await step('oversized', async () => {
  const tooLong = new Uint8Array(maximumUploadBytes + 1);
  await assertRefused(await client.upload('large.txt', tooLong), 413, 'BODY_TOO_LARGE');
  // In pieces, so that nothing tells beforehand how long it will be.
  const pieces = ReadableStream.from([tooLong.subarray(1), tooLong.subarray(0, 1)]);
  await assertRefused(await client.upload('large.txt', pieces), 413, 'BODY_TOO_LARGE');
  const talk = { text: 'x'.repeat(600_000) };
  await assertRefused(await client.send('POST', `/conversations/${conversation}/turns`, talk), 413, 'BODY_TOO_LARGE');
  assert.deepEqual(await readdir(join(data, 'incoming')), []);
  assert.equal((await readdir(join(data, 'documents'))).length, 2);
});

await step('malformed', async () => {
  const turns = `/conversations/${conversation}/turns`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await assertRefused(await fetch(url + turns, { method: 'POST', headers, body: '{"text":' }), 400, 'BAD_REQUEST');
  await assertRefused(await client.send('POST', turns, { txet: 'misspelt' }), 400, 'BAD_REQUEST');
  await assertRefused(await client.send('POST', turns, { text: '  ' }), 400, 'BAD_REQUEST');
  await assertRefused(await client.send('POST', turns, { text: 'x', scope: { sources: 'x' } }), 400, 'BAD_REQUEST');
  await assertRefused(await client.send('POST', turns), 415, 'NOT_JSON');
  await assertRefused(await client.send('GET', `/conversations/${conversation}/events?after=-1`), 400, 'BAD_REQUEST');
  await assertRefused(
    await client.send('GET', `/conversations/${conversation}/events?turn=9`),
    400,
    'CUBO_BAD_ARGUMENT',
  );
  await assertRefused(
    await client.send('POST', '/conversations/none/turns', { text: 'x' }),
    404,
    'CUBO_CONVERSATION_NOT_FOUND',
  );
  await assertRefused(await client.send('GET', '/nothing'), 404, 'NOT_FOUND');
});

await step(`${concurrency} chats at once`, async () => {
  const conversations = await Promise.all(Array.from({ length: concurrency }, () => beginConversation(client)));
  const answers = await Promise.all(
    conversations.map((id) => collect(ask(client, { conversation: id, text: question }))),
  );
  for (const events of answers) {
    assertComplete(events);
    assert.equal(answerOf(events), answerOf(answers[0] ?? []));
  }
});

await step('more requests than there may be', async () => {
  const uploads = new AbortController();
  const waiting = Array.from({ length: concurrency }, (_, index) => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    return client.upload(`waiting-${index}.txt`, endless, { signal: uploads.signal }).catch(() => {});
  });
  await untilStatus(503);
  uploads.abort();
  await Promise.all(waiting);
  await untilStatus(200);
  while ((await readdir(join(data, 'incoming'))).length > 0) await pause(10);
  assert.equal((await readdir(join(data, 'documents'))).length, 2);
});

async function untilStatus(status: number): Promise<void> {
  for (;;) {
    const response = await client.send('GET', '/documents', undefined, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    if (response.status === status) return;
  }
}

await step('shutdown', async () => {
  const answer = collect(ask(client, { conversation, text: question }));
  const ended = once(server.process, 'exit');
  await pause(50);
  server.process.kill('SIGTERM');
  assertComplete(await answer);
  assert.deepEqual(await ended, [0, null]);
});

await rm(data, { recursive: true });
