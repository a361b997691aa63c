import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { CuboError, describeThrown, isCuboError } from '@cubo/contracts';
import { networkScopes } from './network-scope.ts';
import { withNetwork } from './with-network.ts';

/** What is asked for. */
export interface NetworkRequest {
  /** What it is for; see `withNetwork`. */
  readonly purpose: string;
  /** Default `GET`. */
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Text is sent as UTF-8. Default: none. */
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /** Ends the request, and the reading of the answer. */
  readonly signal?: AbortSignal | undefined;
  /** Where to connect to, for those who have resolved and checked the name themselves. Default: the host of the URL. */
  readonly connect?: { readonly host: string; readonly port: number } | undefined;
}

/** The beginning of an answer. Read `body` to its end, or `close()` it. */
export interface NetworkResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: IncomingHttpHeaders;
  /** The bytes as they come. It fails when the connection breaks. */
  readonly body: IncomingMessage;
  /** Ends the connection, whatever is still to come. */
  close(): void;
}

/**
 * Makes one request over HTTP, on a connection of its own: of what the surrounding `withNetwork` allows, and without one
 * to this machine alone. The name is resolved once, and what it gave is connected to. Redirects are answers like others;
 * no proxy of the environment, no cookies, no compression unless the headers ask for it. Certificates are verified, for the
 * name of the URL.
 *
 * @throws CuboError `CUBO_NETWORK_REFUSED` when the host is not allowed, `CUBO_NETWORK_FAILED` with the cause when it
 * cannot be reached or breaks off, `CUBO_BAD_ARGUMENT` for a URL that is not http or https or holds a password
 */
export async function request(given: string | URL, options: NetworkRequest): Promise<NetworkResponse> {
  const { purpose, signal } = options;
  signal?.throwIfAborted();
  const url = parseUrl(given);
  try {
    return await withNetwork({ purpose }, () => {
      const scope = networkScopes.getStore();
      if (scope === undefined || options.connect === undefined) return send(url, options);
      return networkScopes.run({ ...scope, shownHost: hostOf(url) }, () => send(url, options));
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw isCuboError(error) ? error : failed(url, error);
  }
}

function send(url: URL, { method = 'GET', headers, body, signal, connect }: NetworkRequest): Promise<NetworkResponse> {
  const isSecure = url.protocol === 'https:';
  const hostname = hostOf(url);
  const options: RequestOptions & { servername: string } = {
    ...(connect ?? { host: hostname, port: Number(url.port || (isSecure ? 443 : 80)) }),
    path: url.pathname + url.search,
    method,
    // A connection of its own, which no other request shares and no proxy of the environment takes over.
    agent: false,
    servername: isIP(hostname) ? '' : hostname,
    setHost: false,
    headers: { host: url.host, connection: 'close', ...headers },
    ...(signal !== undefined && { signal }),
  };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? requestHttps : requestHttp)(options, (answer) => {
      // A connection that breaks later is told by reading the body.
      answer.on('error', () => {});
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: answer, close: () => sent.destroy() });
    });
    sent.on('error', reject);
    // A server that speaks another protocol from here on (101) is hung up on without an error.
    sent.on('close', () => reject(new Error('no answer came')));
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
      sent.end(body);
      return;
    }
    const source = Readable.from(body);
    source.on('error', (error) => sent.destroy(error));
    sent.on('close', () => source.destroy());
    source.pipe(sent);
  });
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function parseUrl(given: string | URL): URL {
  const url = URL.canParse(String(given)) ? new URL(String(given)) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `${url === undefined ? JSON.stringify(String(given)) : url.origin} cannot be requested.`,
    remedy: 'Pass a URL that begins with http:// or https:// and holds no user name; credentials go into a header.',
  });
}

function failed(url: URL, cause: unknown): CuboError {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return new CuboError({
    code: 'CUBO_NETWORK_FAILED',
    message: `${url.origin} could not be reached: ${code ?? describeThrown(cause)}.`,
    remedy: 'Check that its server runs, and the address.',
    path: url.origin,
    cause,
  });
}
