import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';

/** Options of `server.listen`. */
export interface HttpOptions {
  /** Default 0: one that is free, as `url` tells. */
  readonly port?: number | undefined;
  /**
   * The address to listen at. Default `127.0.0.1`: this machine alone. Any other than a loopback address needs a `token`;
   * it is plain HTTP, so put a proxy with TLS or a tunnel before it.
   */
  readonly host?: string | undefined;
  /**
   * What a client must send as `Authorization: Bearer …`: 16 or more characters of visible ASCII. Default: none; every program
   * of this machine may ask, of all of its users.
   */
  readonly token?: string | undefined;
  /**
   * Names by which clients may reach the server, beside `localhost` and the address that it listens at: those of a proxy, say.
   * A request with any other `Host` is refused, so that no web page gets here by a name that was pointed at this machine.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Web pages that may ask, by origin: `https://app.example`. They are given leave by CORS. Default: none; a request
   * that carries an `Origin` is refused.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** The most requests and streams at a time; more are told to come back (503). Default 256. */
  readonly maximumRequests?: number | undefined;
  /** The most bytes of a request's body; a longer one is refused (413). Default 1 MiB. */
  readonly maximumRequestBytes?: number | undefined;
}

/** A server that listens. */
export interface HttpListener extends AsyncDisposable {
  /** Where it is reached: `http://127.0.0.1:3123/mcp`. */
  readonly url: string;
  /** Ends calls and connections, and listens no more. May be called more than once. */
  close(): Promise<void>;
}

/** Options with their defaults. */
export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly token: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maximumRequests: number;
  readonly maximumRequestBytes: number;
}

const known: KnownOptions<HttpOptions> = {
  port: true,
  host: true,
  token: true,
  allowedHosts: true,
  allowedOrigins: true,
  maximumRequests: true,
  maximumRequestBytes: true,
};

/**
 * Checks options and fills in defaults.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function httpSettings(options: HttpOptions): HttpSettings {
  assertKnownOptions('listen()', options, known);
  const { port = 0, host = '127.0.0.1', token, maximumRequests = 256, maximumRequestBytes = 2 ** 20 } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw badArgument(`The port ${String(port)} is none.`, 'Pass a whole number from 0 to 65535; 0 takes a free one.');
  }
  if (typeof host !== 'string' || host === '')
    throw badArgument('The host is no address.', 'Pass one, such as 127.0.0.1.');
  // It is a secret: it is not repeated.
  if (token !== undefined && !(typeof token === 'string' && /^[\x21-\x7e]{16,}$/.test(token))) {
    throw badArgument(
      'The token is too short, or has characters that no header can carry.',
      'Pass 16 or more characters of visible ASCII.',
    );
  }
  for (const [name, value] of Object.entries({ maximumRequests, maximumRequestBytes })) {
    if (!Number.isInteger(value) || value < 1) {
      throw badArgument(`The option ${name} is ${String(value)}.`, 'Pass a whole number from 1 up.');
    }
  }
  const { allowedHosts = [], allowedOrigins = [] } = options;
  for (const [name, value] of Object.entries({ allowedHosts, allowedOrigins })) {
    if (!Array.isArray(value) || value.some((item) => typeof item !== 'string' || item === '')) {
      throw badArgument(`The option ${name} is no list of texts.`, 'Pass a list.');
    }
  }
  const odd = allowedOrigins.find((origin) => !isOrigin(origin));
  if (odd !== undefined) {
    throw badArgument(
      `${JSON.stringify(odd)} is no origin.`,
      'Pass scheme, host and port, as in "https://app.example".',
    );
  }
  return { port, host, token, allowedHosts, allowedOrigins, maximumRequests, maximumRequestBytes };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && (new URL(text).origin === text || /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/.test(text));
}
