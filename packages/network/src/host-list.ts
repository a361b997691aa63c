import { BlockList, isIP } from 'node:net';
import { CuboError } from '@cubo/contracts';

/** Hosts that may be contacted. */
export interface HostList {
  /** Whether a host is on the list; `host` is a name or an address, as it was asked for. */
  has(host: string, port: number): boolean;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an IP address is one of this machine alone (RFC 1122, RFC 4291), also as IPv6 that stands for IPv4. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** Whether a name means this machine wherever it is resolved (RFC 6761, section 6.3). */
export function isLoopbackName(name: string): boolean {
  return /^(?:.+\.)?localhost\.?$/i.test(name);
}

/**
 * Reads a list of hosts: a name or an address, with a port or for all ports (`gpu.lan`, `gpu.lan:11434`, `192.168.1.5`,
 * `[fd00::5]:11434`). A name does not stand for names below it, nor a name for its addresses.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for what is none
 */
export function hostList(hosts: readonly string[]): HostList {
  const entries = new Set(hosts.map(parseHost));
  return {
    has(host, port) {
      const name = normalizeHost(host);
      return name !== undefined && (entries.has(name) || entries.has(`${name}:${port}`));
    },
  };
}

function parseHost(entry: unknown): string {
  const text = typeof entry === 'string' ? entry : '';
  const [, bare = text, port] = isIP(text) === 6 ? [] : (/^(.*):(\d{1,5})$/.exec(text) ?? []);
  const name = normalizeHost(bare.replace(/^\[(.*)\]$/, '$1'));
  if (name !== undefined && (port === undefined || Number(port) < 65_536)) {
    return port === undefined ? name : `${name}:${Number(port)}`;
  }
  throw new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `${JSON.stringify(entry) ?? String(entry)} is not a host.`,
    remedy: 'Pass a name or an address, with a port or without: gpu.lan, gpu.lan:11434, 192.168.1.5, [fd00::5]:11434.',
  });
}

/** One way to write what can be written in many, by the rules of URLs; addresses of IPv6 are in brackets. */
function normalizeHost(host: string): string | undefined {
  const written = isIP(host) === 6 ? `[${host.replace(/%.*$/, '')}]` : host;
  if (/[\s/?#@\\]|^$/.test(written) || (written.includes(':') && !written.startsWith('['))) return undefined;
  const url = `http://${written}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/(?<=.)\.$/, '') : undefined;
}
