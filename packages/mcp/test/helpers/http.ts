import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createMcpServer, type HttpOptions, type ReadableCubo } from '../../src/index.ts';

/** A server that listens, closed when the test is over. */
export async function listen(cubo: ReadableCubo, options: HttpOptions = {}): Promise<string> {
  const server = createMcpServer({ cubo });
  onTestFinished(() => server.close());
  return (await server.listen(options)).url;
}

/** An answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The smallest request that is answered. */
export const ping: string = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** A request as anybody may send it: any headers, any body. */
export function send(
  url: string,
  options: { method?: string; path?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { method = 'POST', path, headers = {}, body = ping } = options;
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(url);
    const request = httpRequest({
      ...{ method, port, path: path ?? pathname },
      host: hostname.replace(/^\[|\]$/g, ''),
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      agent: false,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const { statusCode: status = 0, headers: given } = response;
      text(response).then((answer) => resolve({ status, headers: given, body: answer }), reject);
    });
    request.end(method === 'POST' || method === 'PUT' ? body : undefined);
  });
}
