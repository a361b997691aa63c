import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP } from 'node:net';
import { isLoopbackAddress, isLoopbackName } from './host-list.ts';

/** A piece of work, and what it may do on the network. */
export interface NetworkScope {
  readonly purpose: string;
  /** Whether a host beyond this machine may be contacted. */
  isAllowed(host: string, port: number): boolean;
  /** What the log calls the host, where a connection goes to an address that was found before. */
  readonly shownHost?: string | undefined;
}

/** Which work the running code is part of; none for what the host application does by itself. */
export const networkScopes: AsyncLocalStorage<NetworkScope> = new AsyncLocalStorage();

/** Whether work may contact a host. A name that is not allowed is not even resolved, for that asks a server too. */
export function mayContact(scope: NetworkScope, host: string, port: number): boolean {
  const isLocal = isIP(host) === 0 ? isLoopbackName(host) : isLoopbackAddress(host);
  return isLocal || scope.isAllowed(host, port);
}
