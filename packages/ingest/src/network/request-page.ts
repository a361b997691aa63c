import { isIP } from 'node:net';
import { isCuboError } from '@cubo/contracts';
import { type NetworkResponse, request, withNetwork } from '@cubo/network';
import type { Network } from './network.ts';
import { portOf } from './parse-web-url.ts';

/**
 * Asks for a page at one address of its host. The connection goes to this very address: no name is resolved on the way,
 * while certificate and `Host` header are those of the name.
 */
export async function requestPage(
  url: URL,
  address: string,
  { network, signal }: { network: Network; signal: AbortSignal },
): Promise<NetworkResponse> {
  const connect = network.connect({ host: address, port: portOf(url) });
  const allow = [isIP(connect.host) === 6 ? `[${connect.host}]:${connect.port}` : `${connect.host}:${connect.port}`];
  const purpose = 'web page';
  const headers = {
    'user-agent': 'Cubo',
    accept: 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.5',
    'accept-encoding': 'gzip, deflate, br',
  };
  try {
    return await withNetwork({ purpose, allow }, () => request(url, { purpose, headers, connect, signal }));
  } catch (error) {
    // Whether another address is worth a try depends on what happened here.
    throw isCuboError(error, 'CUBO_NETWORK_FAILED') ? error.cause : error;
  }
}
