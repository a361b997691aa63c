import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpSettings } from './http-options.ts';
import type { Refusal } from './refusal.ts';

/** The path at which the server answers. */
export const endpoint = '/mcp';

/**
 * Says why a request is refused, `undefined` where it is not: by the name it was sent to, by the web page that sent it, by
 * its path and method, by who asks. Preflights of allowed origins carry no token.
 */
export function checkRequest(request: IncomingMessage, settings: HttpSettings): Refusal | undefined {
  const { headers, socket } = request;
  if (!isAllowedHost(headers.host, socket.localAddress, settings)) {
    return { status: 403, message: 'This server does not answer to that Host.' };
  }
  const { origin } = headers;
  if (origin !== undefined && !settings.allowedOrigins.includes(origin)) {
    return { status: 403, message: 'This server does not answer web pages of that Origin.' };
  }
  if (request.url?.split('?')[0] !== endpoint) return { status: 404, message: `The endpoint is ${endpoint}.` };
  if (request.method === 'OPTIONS') return undefined;
  // There are no sessions, which others would be for.
  if (request.method !== 'POST') return { status: 405, message: 'Send a POST.', headers: { Allow: 'POST' } };
  if (settings.token !== undefined && !isBearer(headers.authorization, settings.token)) {
    return {
      status: 401,
      message: 'Send the token of this server as Authorization: Bearer.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    };
  }
  return undefined;
}

/** A name may be pointed at this machine by anybody, an address may not. */
function isAllowedHost(
  host: string | undefined,
  localAddress: string | undefined,
  { allowedHosts, host: listening }: HttpSettings,
): boolean {
  const name = hostName(host);
  if (name === undefined) return false;
  const allowed = ['localhost', '127.0.0.1', '::1', listening, localAddress?.replace(/^::ffff:/, ''), ...allowedHosts];
  return allowed.some((known) => known?.toLowerCase() === name);
}

/** `localhost` of `localhost:3123`, `::1` of `[::1]:3123`. */
function hostName(host: string | undefined): string | undefined {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s/@?#\\]+))(?::\d{1,5})?$/i.exec(host ?? '');
  return (parts?.[1] ?? parts?.[2])?.toLowerCase();
}

/** Takes as long for any token: hashes of one length are compared, all bytes of them. */
function isBearer(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
