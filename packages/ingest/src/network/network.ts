import { lookup } from 'node:dns/promises';
import { CuboError } from '@cubo/contracts';
import { hostList } from '@cubo/network';
import { isPublicAddress } from './is-public-address.ts';
import { portOf, refused } from './parse-web-url.ts';

/** Limits of what is fetched from the network. */
export interface NetworkOptions {
  /**
   * The hosts whose pages may be fetched: `example.org`, `example.org:443`. They must be of the public internet all the
   * same. Default: every host.
   */
  readonly allow?: readonly string[] | undefined;
  /** How long a page may take with all its redirects, in milliseconds. Default 15 000. */
  readonly timeoutMilliseconds?: number | undefined;
  /** The most bytes of a page, counted after it is unpacked. Default 20 MiB. */
  readonly maximumBytes?: number | undefined;
}

/** An IP address to connect to. */
export interface NetworkAddress {
  readonly host: string;
  readonly port: number;
}

/** What web pages are fetched through: it resolves names, checks addresses, and counts what is contacted. */
export interface Network {
  readonly timeoutMilliseconds: number;
  readonly maximumBytes: number;
  /**
   * The addresses of a URL's host, each of them public. The name is resolved once; connections go to what it gave.
   *
   * @throws CuboError `CUBO_NETWORK_REFUSED` when one of them is not or the host is not allowed, `CUBO_NETWORK_FAILED`
   * when there is none
   */
  resolve(url: URL): Promise<readonly string[]>;
  /** Counts a connection, and says where it goes. */
  connect(address: NetworkAddress): NetworkAddress;
  /** How many connections were opened, or tried. */
  connections(): number;
}

/** What a {@link Network} asks the machine. Only tests put something else in its place. */
export interface NetworkSystem {
  /** All addresses of a name, in the order in which they are to be tried. */
  lookup(hostname: string): Promise<readonly string[]>;
  /** Where a connection to an address that was checked really goes. */
  route(address: NetworkAddress): NetworkAddress;
}

/** Makes the network of a library. */
export function createNetwork(options: NetworkOptions = {}): Network {
  return createNetworkOn(machine, options);
}

const machine: NetworkSystem = {
  async lookup(hostname) {
    return (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);
  },
  route: (address) => address,
};

/** Makes a network on a system of its own. */
export function createNetworkOn(system: NetworkSystem, options: NetworkOptions = {}): Network {
  const allowed = options.allow === undefined ? undefined : hostList(options.allow);
  let connections = 0;
  return {
    timeoutMilliseconds: options.timeoutMilliseconds ?? 15_000,
    maximumBytes: options.maximumBytes ?? 20 * 2 ** 20,
    async resolve(url) {
      const { hostname } = url;
      // Before its name is resolved: that asks a server too.
      if (allowed?.has(hostname.replace(/^\[|\]$/g, ''), portOf(url)) === false) {
        throw refused(url, `${hostname} is none of the hosts that may be contacted`, 'Add it to network.allow.');
      }
      const literal = /^\[(.*)\]$/.exec(hostname)?.[1] ?? (/^[\d.]+$/.test(hostname) ? hostname : undefined);
      const addresses = literal === undefined ? await addressesOf(url, system) : [literal];
      const other = addresses.find((address) => !isPublicAddress(address));
      if (other === undefined) return addresses;
      const what = literal === undefined ? `${hostname} leads to ${other}, which is` : `${other} is`;
      throw refused(url, `${what} no address of the public internet`);
    },
    connect(address) {
      connections++;
      return system.route(address);
    },
    connections: () => connections,
  };
}

async function addressesOf(url: URL, system: NetworkSystem): Promise<readonly string[]> {
  let cause: unknown;
  try {
    const addresses = await system.lookup(url.hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    cause = error;
  }
  throw new CuboError({
    code: 'CUBO_NETWORK_FAILED',
    message: `The name ${url.hostname} could not be resolved.`,
    remedy: 'Check its spelling and the connection of this machine.',
    path: url.href,
    cause,
  });
}
