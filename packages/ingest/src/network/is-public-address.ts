import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Every IPv6 address that the internet routes today lies here (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** The prefix by which networks without IPv4 reach IPv4 addresses (RFC 6052); the address is in the last 32 bits. */
const translated = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/**
 * Whether an IP address is one of the public internet, by the registries of special-purpose addresses (RFC 6890): not
 * private, loopback, link-local, carrier-grade NAT, multicast, broadcast, unspecified, reserved, or meant for
 * documentation and benchmarks. An IPv6 address that stands for an IPv4 one (mapped, NAT64) is judged by that; 6to4,
 * Teredo and IPv4-compatible addresses, which nobody needs any more, are refused whatever they stand for.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return ipaddr.parse(address).range() === 'unicast';
  if (isIP(address) !== 6 || address.includes('%')) return false;
  // In the form without dots: ipaddr.js takes `::1.2.3.4` for a mapped address, which it is not.
  const parsed = ipaddr.process(new URL(`http://[${address}]`).hostname.slice(1, -1));
  if (parsed.kind() === 'ipv4') return parsed.range() === 'unicast';
  const six = parsed as ipaddr.IPv6;
  if (six.match(translated)) return ipaddr.fromByteArray(six.toByteArray().slice(12)).range() === 'unicast';
  return six.match(globalUnicast) && six.range() === 'unicast';
}
