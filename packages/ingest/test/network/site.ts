import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createNetworkOn, type Network, type NetworkAddress, type NetworkOptions } from '../../src/network/network.ts';

/** A public address, which tests lead to a server on this machine. */
export const publicAddress = '93.184.215.14';

/** What a test's network was asked. */
export interface TestNetwork extends Network {
  readonly lookups: string[];
  readonly contacted: NetworkAddress[];
}

/**
 * A network on which every name leads to public addresses, and every public address to the given port of this machine.
 * The checks are those of the real one.
 */
export function testNetwork(
  port: number,
  options: NetworkOptions & { names?: Record<string, readonly string[] | (() => readonly string[])> } = {},
): TestNetwork {
  const lookups: string[] = [];
  const contacted: NetworkAddress[] = [];
  const network = createNetworkOn(
    {
      async lookup(hostname) {
        lookups.push(hostname);
        const given = options.names?.[hostname] ?? [publicAddress];
        const addresses = typeof given === 'function' ? given() : given;
        if (addresses.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
        return addresses;
      },
      route(address) {
        contacted.push(address);
        return { host: '127.0.0.1', port };
      },
    },
    options,
  );
  return { ...network, lookups, contacted };
}

/** A server on this machine, which is gone when the test is over. */
export async function serve(listener: RequestListener, secure?: { key: string; cert: string }): Promise<number> {
  const server = secure ? createSecureServer(secure, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}
