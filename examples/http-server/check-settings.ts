// Drives servers with other settings, and one that is killed. Anything that is not as it should be ends it with an error.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentEvent, ExportedConversation } from '@cubo/agent';
import type { Audit } from '@cubo/core';
import { ask, beginConversation } from './client/chat.ts';
import { createClient } from './client/client.ts';
import { answerOf, assertComplete, collect } from './client/events.ts';
import { startFakeOllama } from './client/fake-ollama.ts';
import { type ServerProcess, startServerProcess } from './client/server-process.ts';
import { statusWith, step } from './client/steps.ts';

const token = randomBytes(32).toString('hex');
const data = await mkdtemp(join(tmpdir(), 'cubo-http-server-'));
const question = 'How long is the notice period of the lease?';

async function stop({ process: child }: ServerProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

await step('a library', async () => {
  const server = await startServerProcess({ CUBO_DATA: data, CUBO_TOKEN: token });
  const client = createClient(server.url, token);
  await client.upload('lease.md', await readFile(new URL('../quickstart/documents/lease.md', import.meta.url)));
  assert.match(await (await client.send('POST', '/documents/ingest')).text(), /"indexed":1/);
  await stop(server, 'SIGTERM');
});

await step('a name and an origin that are allowed', async () => {
  const origin = 'https://app.example';
  const other = await startServerProcess({
    ...{
      CUBO_DATA: data,
      CUBO_TOKEN: token,
      CUBO_HOSTS: 'docs.example',
      CUBO_ORIGINS: `${origin}, https://two.example`,
    },
  });
  const authorization = `Bearer ${token}`;
  const audit = `${other.url}/audit`;
  assert.equal(await statusWith(audit, { authorization, host: 'docs.example' }), 200);
  assert.equal(await statusWith(audit, { authorization, host: 'Docs.Example:8443' }), 200);
  assert.equal(await statusWith(audit, { authorization, host: 'docs.example.elsewhere.example' }), 403);
  // The page's own server, by the name that it is known by.
  assert.equal(await statusWith(audit, { authorization, host: 'docs.example', origin: 'https://docs.example' }), 200);
  assert.equal(await statusWith(audit, { authorization, origin: 'https://elsewhere.example' }), 403);
  assert.equal(await statusWith(audit, { origin }), 401);
  const allowed = await fetch(audit, { headers: { authorization, origin } });
  assert.deepEqual([allowed.status, allowed.headers.get('access-control-allow-origin')], [200, origin]);
  // A browser asks first, without the token, and is told what pages of this origin may send.
  const asking = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
  const preflight = await fetch(audit, { method: 'OPTIONS', headers: { origin, ...asking } });
  assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PUT/);
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/i);
  const strange = await fetch(audit, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', ...asking },
  });
  assert.deepEqual([strange.status, strange.headers.get('access-control-allow-origin')], [403, null]);
  await stop(other, 'SIGTERM');
});

await step('a model of Ollama', async () => {
  const ollama = await startFakeOllama();
  const settings = { CUBO_DATA: data, CUBO_TOKEN: token, CUBO_GENERATOR: 'ollama:tiny', CUBO_OLLAMA_URL: ollama.url };
  const other = await startServerProcess(settings);
  const asking = createClient(other.url, token);
  const events = await collect(ask(asking, { conversation: await beginConversation(asking), text: question }));
  assertComplete(events);
  assert.ok(events.some((event) => event.type === 'start' && event.generator === 'ollama:tiny'));
  assert.ok(events.some((event) => event.type === 'tool-result' && event.outcome === 'done'));
  assert.match(answerOf(events), /three months/);
  assert.deepEqual(new Set(ollama.chats.map(({ model }) => model)), new Set(['tiny']));
  const { connections } = (await (await asking.send('GET', '/audit')).json()) as Audit;
  assert.ok(connections.counts.every(({ host }) => host === '127.0.0.1'));
  await stop(other, 'SIGTERM');
  ollama.close();
});

await step('resume after the server was killed and started anew', async () => {
  const settings = { CUBO_DATA: data, CUBO_TOKEN: token, CUBO_GENERATOR: 'scripted' };
  const killed = await startServerProcess(settings);
  let anew: ServerProcess | undefined;
  const asking = createClient(killed.url, token);
  const id = await beginConversation(asking);
  const events: AgentEvent[] = [];
  for await (const event of ask(asking, { conversation: id, text: question })) {
    events.push(event);
    const words = events.filter(({ type }) => type === 'text').length;
    if (words < 3 || anew !== undefined) continue;
    await stop(killed, 'SIGKILL');
    anew = await startServerProcess({ ...settings, CUBO_PORT: new URL(killed.url).port });
  }
  // It is told anew from its start: what was stored when the server ended, which is all but the text that had begun.
  const again = events.slice(events.findLastIndex(({ type }) => type === 'start'));
  assert.ok(again.length < events.length);
  assert.deepEqual(
    again.map(({ sequence }) => sequence),
    again.map((_, index) => index + 1),
  );
  assert.deepEqual(
    again.map(({ type }) => type).filter((type) => type !== 'source'),
    ['start', 'thinking', 'tool-call', 'tool-result', 'finish'],
  );
  const end = again.at(-1);
  assert.equal(end?.type === 'finish' && end.reason, 'cancelled');
  const { history } = (await (await asking.send('GET', `/conversations/${id}`)).json()) as ExportedConversation;
  assert.deepEqual(
    history.map(({ finish, answer }) => [finish, answer]),
    [['interrupted', '']],
  );
  // The conversation goes on.
  assertComplete(await collect(ask(asking, { conversation: id, text: question })));
  await stop(anew as ServerProcess, 'SIGTERM');
});

await rm(data, { recursive: true });
