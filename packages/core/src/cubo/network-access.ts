import { assertKnownOptions, CuboError, type KnownOptions } from '@cubo/contracts';
import { createNetwork, type Network, type NetworkOptions } from '@cubo/ingest';
import { badArgument } from '../arguments/bad-argument.ts';
import { describeValue } from '../arguments/describe-value.ts';

/** What of the network a knowledge base may use. */
export interface NetworkAccess {
  readonly isAllowed: boolean;
  /** Connections that were opened, or tried, since the knowledge base was opened. */
  readonly connections: number;
  /**
   * The network for what shall be done with it.
   *
   * @throws CuboError `CUBO_NETWORK_REFUSED` when the host allows none
   */
  use(url: string): Network;
}

/** Makes the access that a host allows. */
export function createNetworkAccess(allowed: boolean | NetworkOptions = false): NetworkAccess {
  const network = allowed === false ? undefined : createNetwork(allowed === true ? {} : allowed);
  return {
    isAllowed: network !== undefined,
    get connections() {
      return network?.connections() ?? 0;
    },
    use(url) {
      if (network !== undefined) return network;
      throw new CuboError({
        code: 'CUBO_NETWORK_REFUSED',
        message: `${url} was not contacted: this knowledge base may not use the network.`,
        remedy: 'Allow it with createCubo({ network: true }).',
        path: url,
      });
    },
  };
}

const limits: KnownOptions<NetworkOptions> = { timeoutMilliseconds: true, maximumBytes: true };

/**
 * Refuses a `network` option that makes no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertNetworkOption(network: unknown): void {
  if (network === undefined || typeof network === 'boolean') return;
  if (typeof network !== 'object' || network === null) {
    throw badArgument(`The option network is ${describeValue(network)}.`, 'Pass true, false, or an object of limits.');
  }
  assertKnownOptions('The option network', network, limits);
  const { timeoutMilliseconds, maximumBytes } = network as Partial<Record<keyof NetworkOptions, unknown>>;
  for (const [name, value] of Object.entries({ timeoutMilliseconds, maximumBytes })) {
    if (value === undefined || (typeof value === 'number' && value > 0 && value <= 2 ** 31 - 1)) continue;
    throw badArgument(`network.${name} is ${describeValue(value)}.`, 'Pass a positive number.');
  }
}
