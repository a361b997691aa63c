import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { httpSettings } from '../../src/http/http-options.ts';

interface Entry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

const guide = readFileSync(new URL('../../../../docs/guides/mcp.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) => JSON.parse(json));
const entries = blocks.map(({ mcpServers, servers }) => (mcpServers ?? servers).cubo as Entry);

test('the command lines of the guide are understood', () => {
  const lines = entries.flatMap(({ args = [] }) => (args.length > 0 ? [args] : []));
  expect(lines.map((args) => args.slice(0, 2))).toEqual([
    ['-y', '@cubo/mcp'],
    ['-y', '@cubo/mcp'],
  ]);
  const library = '/Users/me/my-library';
  expect(lines.map((args) => parseCommandLine(args.slice(2), {}))).toEqual([
    { library, keyFile: undefined, scope: undefined, http: undefined },
    {
      library,
      keyFile: undefined,
      scope: { sources: ['/Users/me/contracts'], metadata: { category: ['leases'] } },
      http: undefined,
    },
  ]);
});

test('the address and the token of the guide are taken', () => {
  const url = new URL(entries.at(-1)?.url ?? '');
  const line = /^CUBO_MCP_TOKEN=\S.* @cubo\/mcp (.*)$/m.exec(guide)?.[1]?.split(' ') ?? [];
  const token = '0123456789abcdef'.repeat(3); // as long as `openssl rand -hex 24` gives
  const parsed = parseCommandLine(line, { CUBO_MCP_TOKEN: token });
  if (typeof parsed === 'string') throw new Error(parsed);
  expect(parsed.http).toMatchObject({ port: Number(url.port), token });
  expect(httpSettings(parsed.http ?? {})).toMatchObject({
    host: url.hostname,
    token,
    maximumRequests: 256,
    maximumRequestBytes: 2 ** 20,
  });
  expect(url.pathname).toBe('/mcp');
});
