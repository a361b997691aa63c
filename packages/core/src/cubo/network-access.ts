import { assertKnownOptions, badArgument, CuboError, type KnownOptions } from '@cubo/contracts';
import { createNetwork, type Network, type NetworkOptions } from '@cubo/ingest';
import { hostList, watchConnections } from '@cubo/network';
import { describeValue } from '../arguments/describe-value.ts';
import { createModelGuard, type ModelGuard } from './guard-models.ts';

/** What of the network a knowledge base may use. */
export interface NetworkAccess {
  readonly isAllowed: boolean;
  /** The hosts beyond this machine that models may contact. */
  readonly hosts: readonly string[];
  /** Where web pages may come from; see `Audit`. */
  readonly webPages: 'none' | 'hosts' | 'public internet';
  /** Connections for web pages that were opened, or tried, since the knowledge base was opened. */
  readonly connections: number;
  readonly guard: ModelGuard;
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
  const allow = typeof allowed === 'object' ? allowed.allow : undefined;
  const hosts = [...(allow ?? [])];
  watchConnections();
  return {
    guard: createModelGuard(hosts),
    isAllowed: network !== undefined,
    hosts,
    webPages: network === undefined ? 'none' : anywhereUnless(allow),
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

function anywhereUnless(allow: readonly string[] | undefined): NetworkAccess['webPages'] {
  return allow === undefined ? 'public internet' : 'hosts';
}

const known: KnownOptions<NetworkOptions> = { allow: true, timeoutMilliseconds: true, maximumBytes: true };

/**
 * Refuses a `network` option that makes no sense.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertNetworkOption(network: unknown): void {
  if (network === undefined || typeof network === 'boolean') return;
  if (typeof network !== 'object' || network === null) {
    throw badArgument(
      `The option network is ${describeValue(network)}.`,
      'Pass true, false, or an object of hosts and limits.',
    );
  }
  assertKnownOptions('The option network', network, known);
  const { allow, timeoutMilliseconds, maximumBytes } = network as Partial<Record<keyof NetworkOptions, unknown>>;
  if (allow !== undefined && !Array.isArray(allow)) {
    throw badArgument(`network.allow is ${describeValue(allow)}.`, 'Pass a list of hosts.');
  }
  hostList(allow ?? []);
  for (const [name, value] of Object.entries({ timeoutMilliseconds, maximumBytes })) {
    if (value === undefined || (typeof value === 'number' && value > 0 && value <= 2 ** 31 - 1)) continue;
    throw badArgument(`network.${name} is ${describeValue(value)}.`, 'Pass a positive number.');
  }
}
