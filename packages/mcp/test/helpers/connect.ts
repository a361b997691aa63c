import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport, type VersionNegotiationOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';
import type { CuboMcpServer } from '../../src/index.ts';

/** The command as it is built. */
export const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

function newClient(mode: VersionNegotiationOptions['mode'] = 'auto'): Client {
  return new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
}

/** A client that talks to a server of this process, without a network. */
export async function connectInProcess(server: CuboMcpServer): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => server.fetch(new Request(url, init)),
  });
  return connect(newClient(), transport);
}

/** A client over HTTP. */
export async function connectHttp(
  url: string,
  options: { headers?: Record<string, string>; mode?: VersionNegotiationOptions['mode'] } = {},
): Promise<Client> {
  const { headers = {}, mode } = options;
  return connect(newClient(mode), new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
}

/** A client that has started the command. */
export async function connectCommand(
  args: readonly string[],
  options: { mode?: VersionNegotiationOptions['mode']; env?: Record<string, string>; node?: readonly string[] } = {},
): Promise<{ client: Client; transport: StdioClientTransport; errors: () => string }> {
  const { mode, env, node = [] } = options;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...node, command, ...args],
    stderr: 'pipe',
    ...(env && { env }),
  });
  let errors = '';
  transport.stderr?.on('data', (bytes) => {
    errors += bytes;
  });
  const client = await connect(newClient(mode), transport);
  return { client, transport, errors: () => errors };
}

async function connect(client: Client, transport: Parameters<Client['connect']>[0]): Promise<Client> {
  onTestFinished(() => client.close());
  await client.connect(transport);
  return client;
}
