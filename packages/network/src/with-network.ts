import { hostList } from './host-list.ts';
import { mayContact, type NetworkScope, networkScopes } from './network-scope.ts';
import { refused } from './refused.ts';
import { watchConnections } from './watch-connections.ts';

/** What a piece of work may do on the network. */
export interface NetworkUse {
  /** What the connections are for, in words for people: `embedding`. The log holds it, so keep texts out of it. */
  readonly purpose: string;
  /**
   * The hosts beyond this machine that may be contacted: `gpu.lan`, `gpu.lan:11434`, `192.168.1.5`. Work within other
   * work may contact what both of them allow. Default: what the surrounding work may contact; without one, none.
   */
  readonly allow?: readonly string[] | undefined;
}

/**
 * Runs work that may open connections to this machine, to the hosts of `allow`, and to no others, wherever in the code
 * that it calls they are opened. What it leaves running still belongs to it.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for an entry of `allow` that is no host
 */
export function withNetwork<T>(use: NetworkUse, run: () => T): T {
  watchConnections();
  return networkScopes.run(innerScope(use), run);
}

/**
 * {@link withNetwork} for what is consumed step by step: each step of the iterable is part of the work, whoever asks for
 * it.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for an entry of `allow` that is no host
 */
export function iterateWithNetwork<T>(use: NetworkUse, run: () => AsyncIterable<T>): AsyncIterable<T> {
  watchConnections();
  const scope = innerScope(use);
  return {
    [Symbol.asyncIterator]() {
      const iterator = networkScopes.run(scope, () => run()[Symbol.asyncIterator]());
      return {
        next: () => networkScopes.run(scope, () => iterator.next()),
        async return() {
          await networkScopes.run(scope, () => iterator.return?.());
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/**
 * Refuses what the surrounding work may not contact, for those who know of a host that others would contact for them: a
 * server on this machine that passes things on. Without surrounding work that is every host but this machine.
 *
 * @throws CuboError `CUBO_NETWORK_REFUSED`
 */
export function assertAllowed(host: string, port: number, purpose: string): void {
  const scope = networkScopes.getStore() ?? innerScope({ purpose });
  if (!mayContact(scope, host, port)) throw refused(host, port, purpose);
}

function innerScope({ purpose, allow }: NetworkUse): NetworkScope {
  const outer = networkScopes.getStore();
  const list = allow === undefined ? undefined : hostList(allow);
  return {
    purpose,
    isAllowed: (host, port) => {
      if (list === undefined) return outer?.isAllowed(host, port) ?? false;
      return list.has(host, port) && (outer?.isAllowed(host, port) ?? true);
    },
  };
}
