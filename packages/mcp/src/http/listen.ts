import { lookup } from 'node:dns/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { badArgument, type Logger } from '@cubo/contracts';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { checkRequest, endpoint } from './check-request.ts';
import { readBody, sendResponse, webRequest } from './exchange.ts';
import { type HttpListener, type HttpOptions, type HttpSettings, httpSettings } from './http-options.ts';
import { refusalResponse } from './refusal.ts';
import { preflightHeaders, responseHeaders } from './response-headers.ts';

type Fetch = (request: Request) => Promise<Response>;

/** Answers requests over HTTP, those that may ask. */
export async function listen(
  makeServer: McpServerFactory,
  options: HttpOptions,
  { logger, onerror }: { logger: Logger; onerror: (error: Error) => void },
): Promise<HttpListener> {
  const settings = httpSettings(options);
  const address = await addressOf(settings.host);
  if (settings.token === undefined && !isLoopback(address)) {
    throw badArgument(
      `The host ${settings.host} can be reached from other machines, and there is no token.`,
      'Pass a token that clients must know, or listen at 127.0.0.1.',
    );
  }
  const handler = createMcpHandler(makeServer, { onerror, maxRequestBodySize: settings.maximumRequestBytes });
  const { fetch } = handler;
  const working = new Set<AbortController>();
  const server = createServer((request, response) => {
    void answer(request, response, { fetch, settings, working }).catch((error: Error) => {
      logger.warn(`MCP over HTTP: ${error.message}`);
      response.destroy();
    });
  });
  // For each request at work one connection may be idle; beyond that, clients that only connect are turned away.
  server.maxConnections = 2 * settings.maximumRequests;
  const port = await listening(server, address, settings);
  let closing: Promise<void> | undefined;
  const listener: HttpListener = {
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${port}${endpoint}`,
    close() {
      closing ??= stop(server, working).then(() => handler.close());
      return closing;
    },
    [Symbol.asyncDispose]: () => listener.close(),
  };
  return listener;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: { fetch: Fetch; settings: HttpSettings; working: Set<AbortController> },
): Promise<void> {
  const { settings, working } = parts;
  const call = new AbortController();
  response.on('close', () => call.abort());
  const refused = checkRequest(request, settings);
  const { origin } = request.headers;
  const headers = responseHeaders(refused?.status === 403 ? undefined : origin);
  const send = (given: Response, more: Readonly<Record<string, string>> = {}) =>
    sendResponse(given, response, { headers: { ...headers, ...more }, signal: call.signal });
  if (refused !== undefined) return send(refusalResponse(refused));
  if (request.method === 'OPTIONS') return send(new Response(null, { status: 204 }), preflightHeaders);
  if (working.size >= settings.maximumRequests) {
    const message = `This server answers ${settings.maximumRequests} requests at a time.`;
    return send(refusalResponse({ status: 503, message, headers: { 'Retry-After': '1' } }));
  }
  working.add(call);
  try {
    const body = await readBody(request, settings.maximumRequestBytes);
    if (body === undefined) {
      const message = `A request may have ${settings.maximumRequestBytes} bytes.`;
      return await send(refusalResponse({ status: 413, message }));
    }
    await send(await parts.fetch(webRequest(request, body, call.signal)));
  } catch (error) {
    if (!call.signal.aborted) throw error;
  } finally {
    working.delete(call);
  }
}

async function listening(server: Server, address: string, { host, port }: HttpSettings): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        badArgument(`The server cannot listen at ${host}:${port}: ${error.code}.`, 'Pass another host or port.', error),
      );
    });
    server.listen({ host: address, port }, resolve);
  });
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

async function stop(server: Server, working: ReadonlySet<AbortController>): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    for (const call of working) call.abort();
    server.closeAllConnections();
  });
}

async function addressOf(host: string): Promise<string> {
  try {
    return (await lookup(host)).address;
  } catch (error) {
    throw badArgument(`The host ${host} has no address.`, 'Pass one of this machine, such as 127.0.0.1.', error);
  }
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(address: string): boolean {
  return loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
