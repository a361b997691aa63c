// A library as an MCP server: over standard input and output, as clients start it, and over HTTP: npm start
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCubo } from '@cubo/core';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const folder = await mkdtemp(join(tmpdir(), 'cubo-mcp-'));
const documents = fileURLToPath(new URL('documents', import.meta.url));
const library = join(folder, 'library');
const command = fileURLToPath(new URL('bin/cubo-mcp.js', import.meta.resolve('@cubo/mcp/package.json')));

// What a client reads of the answer of a tool.
interface Hit {
  readonly source: string;
  readonly place: string;
  readonly locator: { readonly start: number; readonly end: number };
  readonly text: string;
}

{
  const cubo = await createCubo({ path: library });
  await cubo.ingest(documents);
  await cubo.close();
}

// #region client
const client = new Client({ name: 'my-client', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: 'node', args: [command, '--library', library] }));

const found = await client.callTool({ name: 'search', arguments: { query: 'notice period', limit: 1 } });
const [hit] = (found.structuredContent as { hits: Hit[] }).hits;
console.log(hit?.source, hit?.place, hit?.locator.start, hit?.locator.end, hit?.text);

const answer = await client.callTool({ name: 'ask', arguments: { question: 'What is the notice period?' } });
for (const block of answer.content) if (block.type === 'text') console.log(block.text);
await client.close();
// #endregion
if (hit === undefined || !hit.text.includes('notice')) throw new Error('The passage was not found.');
if (answer.isError) throw new Error('The question was not answered.');

// #region host
const { createMcpServer } = await import('@cubo/mcp');

const cubo = await createCubo({ path: library });
const server = createMcpServer({ cubo, scope: { sources: [documents] } });
const token = crypto.randomUUID(); // what clients send as Authorization: Bearer …
const listener = await server.listen({ port: 0, token });
console.log(`listening at ${listener.url}`);
// #endregion

const remote = new Client({ name: 'my-client', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const headers = { Authorization: `Bearer ${token}` };
await remote.connect(new StreamableHTTPClientTransport(new URL(listener.url), { requestInit: { headers } }));
// #region refused
const refused = await remote.callTool({ name: 'search', arguments: { query: 'notice', limits: 3 } });
console.log(refused.isError, refused.content); // The tool search has no option "limits". Did you mean limit? …
// #endregion
if (!refused.isError) throw new Error('A parameter that there is not was passed over.');
const { tools } = await remote.listTools();
if (tools.length !== 5) throw new Error('Not all tools are there.');
await remote.close();

// #region close
await server.close(); // ends connections and calls; the library stays open
await cubo.close();
// #endregion
await rm(folder, { recursive: true });
