import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { Network } from './network.ts';

/** The beginning of an answer. */
export interface PageResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Ends the connection, whatever is still to come. */
  close(): void;
}

/**
 * Asks for a page at one address of its host. The connection goes to this very address: no name is resolved on the way,
 * while certificate and `Host` header are those of the name.
 */
export function requestPage(
  url: URL,
  address: string,
  { network, signal }: { network: Network; signal: AbortSignal },
): Promise<PageResponse> {
  const secure = url.protocol === 'https:';
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const to = network.connect({ host: address, port: Number(url.port || (secure ? 443 : 80)) });
  const options: RequestOptions & { servername: string } = {
    ...to,
    path: url.pathname + url.search,
    method: 'GET',
    // A connection of its own, which no other request shares and no proxy of the environment takes over.
    agent: false,
    servername: isIP(hostname) ? '' : hostname,
    setHost: false,
    headers: {
      host: url.host,
      'user-agent': 'Cubo',
      accept: 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      connection: 'close',
    },
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (secure ? requestHttps : requestHttp)(options, (body) => {
      // A connection that breaks later is told by reading the body.
      body.on('error', () => {});
      resolve({ status: body.statusCode ?? 0, headers: body.headers, body, close: () => request.destroy() });
    });
    request.on('error', reject);
    request.end();
  });
}
