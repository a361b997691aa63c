import { assertKnownOptions, badArgument, type KnownOptions, silentLogger } from '@cubo/contracts';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { HttpListener, HttpOptions } from '../http/http-options.ts';
import { listen } from '../http/listen.ts';
import { scopedLibrary } from '../scope/scoped-library.ts';
import { openStdio, type StdioConnection, type StdioOptions } from '../stdio/open-stdio.ts';
import { askTool } from '../tools/ask-tool.ts';
import { listTool } from '../tools/list-tool.ts';
import { readTool } from '../tools/read-tool.ts';
import { searchTool } from '../tools/search-tool.ts';
import { statusTool } from '../tools/status-tool.ts';
import type { McpServerOptions } from './mcp-server-options.ts';
import { sdkServer } from './sdk-server.ts';

/** An MCP server over a library. */
export interface CuboMcpServer extends AsyncDisposable {
  /**
   * Serves one client over standard input and output, or two other streams. Nothing else may write to the output.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`
   */
  stdio(options?: StdioOptions): StdioConnection;
  /**
   * Serves clients over streamable HTTP at `/mcp`, on this machine alone unless a host is given, which needs a token.
   *
   * @throws CuboError `CUBO_BAD_ARGUMENT`, also where the port is in use
   */
  listen(options?: HttpOptions): Promise<HttpListener>;
  /**
   * Answers a request in a web server of the host's own, which has checked Host, Origin and who asks: nothing of that is
   * checked here.
   */
  fetch(request: Request): Promise<Response>;
  /** Ends all connections and calls. The knowledge base stays open. May be called more than once. */
  close(): Promise<void>;
}

const known: KnownOptions<McpServerOptions> = { cubo: true, scope: true, name: true, logger: true };

/**
 * Makes an MCP server with the tools `search`, `read`, `list`, `ask` and `status` over a library, none of which changes it.
 *
 * ```ts
 * const server = createMcpServer({ cubo });
 * const { url } = await server.listen({ port: 3123 });
 * ```
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function createMcpServer(options: McpServerOptions): CuboMcpServer {
  assertKnownOptions('createMcpServer()', options, known);
  const { cubo, scope, name = 'cubo', logger = silentLogger } = options;
  if (typeof cubo?.search !== 'function' || typeof cubo.read !== 'function') {
    throw badArgument('The option cubo is not a knowledge base.', 'Pass what createCubo() gives.');
  }
  // A scope that makes no sense is refused here, not by the first call.
  cubo.documents({ scope });
  const library = scopedLibrary(cubo, scope);
  const tools = [searchTool, readTool, listTool, askTool, statusTool].map((tool) => tool(library));
  const makeServer: McpServerFactory = ({ requestInfo }) =>
    sdkServer({ name, tools, logger, gone: requestInfo?.signal });
  const onerror = (error: Error) => logger.warn(`MCP: ${error.message}`);
  const connections = new Set<{ close(): Promise<void> }>();
  const handler = createMcpHandler(makeServer, { onerror });

  const server: CuboMcpServer = {
    stdio(stdioOptions = {}) {
      const connection = openStdio(makeServer, { ...stdioOptions, onerror });
      connections.add(connection);
      void connection.closed.then(() => connections.delete(connection));
      return connection;
    },
    async listen(httpOptions = {}) {
      const listener = await listen(makeServer, httpOptions, { logger, onerror });
      const held: HttpListener = {
        ...listener,
        async close() {
          connections.delete(held);
          await listener.close();
        },
        [Symbol.asyncDispose]: () => held.close(),
      };
      connections.add(held);
      return held;
    },
    fetch: (request) => handler.fetch(request),
    async close() {
      await Promise.all([...connections].map((connection) => connection.close()));
      await handler.close();
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
  return server;
}
