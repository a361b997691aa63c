import { type CuboError, isCuboError } from '@cubo/contracts';
import type { NetworkResponse } from '@cubo/network';
import { fetchFailed } from './fetch-failed.ts';
import type { Network } from './network.ts';
import { parseWebUrl, refused } from './parse-web-url.ts';
import { readBody } from './read-body.ts';
import { requestPage } from './request-page.ts';

/** What was fetched. */
export interface FetchedPage {
  /** Where it was found, after redirects. */
  readonly url: URL;
  /** The `content-type` as the server stated it, empty if it did not. */
  readonly contentType: string;
  /** Time of the last modification, in milliseconds since the epoch, where the server states it. */
  readonly modifiedAt: number | undefined;
  readonly body: Uint8Array;
}

/** The most redirects that are followed. */
const mostRedirects = 5;

/**
 * Fetches a page of the public web. Each host on the way is checked anew; a redirect from https to http is refused. No
 * cookies, no credentials, no proxy; what comes is unpacked and counted while it comes.
 *
 * @param accept throws for a content type that is not wanted, before the body is read
 * @throws CuboError `CUBO_NETWORK_REFUSED`, `CUBO_NETWORK_FAILED`, `CUBO_SOURCE_TOO_LARGE`, `CUBO_BAD_ARGUMENT`
 */
export async function fetchPage(
  given: string | URL,
  options: {
    network: Network;
    accept: (page: { url: URL; contentType: string }) => void;
    signal?: AbortSignal | undefined;
  },
): Promise<FetchedPage> {
  const { network, accept, signal: outer } = options;
  outer?.throwIfAborted();
  const first = parseWebUrl(given);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tookTooLong(first, network)), network.timeoutMilliseconds);
  const signal = outer === undefined ? deadline.signal : AbortSignal.any([outer, deadline.signal]);
  try {
    return await fetchWithin(first, { network, accept, signal });
  } catch (error) {
    // Whatever broke when the signal was aborted, that is the reason.
    signal.throwIfAborted();
    throw isCuboError(error) ? error : failed(first, error);
  } finally {
    clearTimeout(timer);
  }
}

async function fetchWithin(
  first: URL,
  options: {
    network: Network;
    accept: (page: { url: URL; contentType: string }) => void;
    signal: AbortSignal;
  },
): Promise<FetchedPage> {
  const { network, accept, signal } = options;
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, network, signal);
    try {
      const { status, headers } = response;
      if (status >= 300 && status < 400 && headers.location !== undefined) {
        if (redirects === mostRedirects) throw fetchFailed(first, `it was redirected more than ${mostRedirects} times`);
        url = redirected(url, headers.location);
        continue;
      }
      if (status !== 200 && status !== 203) throw fetchFailed(url, `the server answered with status ${status}`);
      const contentType = headers['content-type'] ?? '';
      accept({ url, contentType });
      const body = await readBody(response, { url, maximumBytes: network.maximumBytes, signal });
      const modified = Date.parse(headers['last-modified'] ?? '');
      return { url, contentType, modifiedAt: Number.isNaN(modified) ? undefined : modified, body };
    } finally {
      response.close();
    }
  }
}

/** Asks the addresses of a host one after the other until one lets itself be connected to. */
async function request(url: URL, network: Network, signal: AbortSignal): Promise<NetworkResponse> {
  const addresses = await untilAborted(network.resolve(url), signal);
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await requestPage(url, address, { network, signal });
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
      if (isCuboError(error)) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      if (!unreachable.has(code)) break;
    }
  }
  throw failed(url, failure);
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ETIMEDOUT',
]);

function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw fetchFailed(from, 'it was redirected to what is no URL');
  const to = parseWebUrl(new URL(location, from.href));
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw refused(to, `it is a redirect of ${from.href} to an unprotected connection`);
  }
  return to;
}

/** Resolving a name cannot be stopped; waiting for it can. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function failed(url: URL, cause: unknown): CuboError {
  const { code, message } = (cause ?? {}) as NodeJS.ErrnoException;
  return fetchFailed(url, code ?? message ?? 'the connection broke', cause);
}

function tookTooLong(url: URL, network: Network): CuboError {
  return fetchFailed(url, `it was not there after ${network.timeoutMilliseconds / 1000} seconds`);
}
