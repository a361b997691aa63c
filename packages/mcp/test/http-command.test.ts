import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { call } from './helpers/call.ts';
import { connectHttp } from './helpers/connect.ts';
import { demoLibrary } from './helpers/demo-library.ts';
import { send } from './helpers/http.ts';
import { startCommand } from './helpers/start-command.ts';

// It starts processes, which a busy computer gives little time.
vi.setConfig({ testTimeout: 120_000 });

const library = demoLibrary();
const token = 'a-token-that-nobody-guesses';

test('the command serves over HTTP, those who know the token, until it is told to end', async () => {
  const { child, printed, exit } = startCommand(
    ['--library', library.path, '--http', '0', '--scope', library.source('hausordnung.pdf')],
    { CUBO_MCP_TOKEN: token },
  );
  while (!printed.err.includes('/mcp\n')) await once(child.stderr, 'data');
  const url = /http:\S+/.exec(printed.err)?.[0] ?? '';
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect((await send(url)).status).toBe(401);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await send(url, { headers: { ...headers, Host: 'evil.example' } })).status).toBe(403);
  expect((await send(url, { headers: { ...headers, Origin: 'https://evil.example' } })).status).toBe(403);
  const client = await connectHttp(url, { headers });
  const questions = Array.from({ length: 20 }, () => call(client, 'ask', { question: 'Wann sind die Ruhezeiten?' }));
  for (const { isError, text } of await Promise.all(questions)) {
    expect(isError).toBe(false);
    expect(text).toContain('hausordnung.pdf');
  }
  expect((await call(client, 'status')).value).toMatchObject({ documents: 1, isRestricted: true });
  child.kill('SIGTERM');
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(printed.out).toBe('');
});

test('the command does not listen to other machines without a token', async () => {
  const { printed, exit } = startCommand(['--library', library.path, '--http', '0', '--host', '0.0.0.0'], {
    CUBO_MCP_TOKEN: '',
  });
  expect(await exit).toEqual({ code: 1, signal: null });
  expect(printed.err).toContain('there is no token');
});
