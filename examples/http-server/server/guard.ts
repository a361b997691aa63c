import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { RequestError } from './errors.ts';
import type { Settings } from './settings.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

// #region names
/**
 * Refuses requests that a browser sends here for a page it should not: one whose name was made to point at this machine
 * (DNS rebinding), which the header Host gives away, and one of another origin, which the header Origin gives away.
 */
export function checkNames({ host, hosts, origins }: Settings): MiddlewareHandler {
  const names = new Set([...loopbackNames, ...hosts, host]);
  return async (context, next) => {
    const asked = context.req.header('host') ?? '';
    const name = asked.replace(/:\d+$/, '').toLowerCase();
    if (!names.has(name)) {
      const message = 'The server is not known by the name in the header Host.';
      throw new RequestError(403, { code: 'HOST_REFUSED', message, remedy: 'Add the name to CUBO_HOSTS.' });
    }
    // Programs that are no browsers send none.
    const origin = context.req.header('origin')?.toLowerCase();
    const own = [`http://${asked}`, `https://${asked}`];
    if (origin !== undefined && !own.includes(origin) && !origins.includes(origin)) {
      const message = 'Web pages of this origin may not use the server.';
      throw new RequestError(403, { code: 'ORIGIN_REFUSED', message, remedy: 'Add the origin to CUBO_ORIGINS.' });
    }
    await next();
  };
}
// #endregion

// #region bearer
/** Lets requests through that carry the token. The time it takes tells nothing of how much of a wrong one is right. */
export function checkToken({ token }: Settings): MiddlewareHandler {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(`Bearer ${token}`);
  return async (context, next) => {
    if (!timingSafeEqual(digest(context.req.header('authorization') ?? ''), wanted)) {
      context.header('WWW-Authenticate', 'Bearer');
      const message = 'The request carries no token, or a wrong one.';
      const remedy = 'Send the header Authorization: Bearer <token>.';
      throw new RequestError(401, { code: 'UNAUTHORIZED', message, remedy });
    }
    await next();
  };
}
// #endregion
