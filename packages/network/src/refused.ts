import { isIP } from 'node:net';
import { CuboError } from '@cubo/contracts';

/** The error for a host that may not be contacted. */
export function refused(host: string, port: number, purpose: string): CuboError {
  const shown = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  return new CuboError({
    code: 'CUBO_NETWORK_REFUSED',
    message: `${shown} was not contacted (${purpose}): it is neither this machine nor a host that was allowed.`,
    remedy: `Allow it with createCubo({ network: { allow: ['${shown}'] } }), or use a server on this machine.`,
    path: shown,
  });
}
