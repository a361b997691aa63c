// @ts-check
import { BlockList, isIP } from 'node:net';

/**
 * @typedef {object} Contact
 * @property {string} target the address and port, or the family of the socket
 * @property {boolean} isLocal whether it stays on this machine
 * @property {string} line the line of the trace
 */

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Families that reach no further than the kernel; AF_UNSPEC lets go of a peer. */
const local = new Set(['AF_UNIX', 'AF_NETLINK', 'AF_UNSPEC']);

/**
 * Reads what `strace -e trace=connect,sendto,sendmsg,sendmmsg` has written: every address that something was connected
 * or sent to, whether it was reached or not.
 *
 * @param {string} trace
 * @returns {Contact[]}
 */
export function readTrace(trace) {
  return trace.split('\n').flatMap((line) => {
    // One call may send to several.
    return line
      .split('sa_family=')
      .slice(1)
      .map((part) => contactOf(part, line));
  });
}

/**
 * @param {string} part from the family of an address on
 * @param {string} line
 * @returns {Contact}
 */
function contactOf(part, line) {
  const family = /^\w+/.exec(part)?.[0] ?? '';
  if (local.has(family)) return { target: family, isLocal: true, line };
  const address = /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/.exec(part);
  const shown = address?.[1] ?? address?.[2] ?? '';
  const version = isIP(shown);
  const port = /port=htons\((\d+)\)/.exec(part)?.[1] ?? '';
  return {
    target: version === 0 ? family || 'what strace could not show' : `${shown} port ${port}`,
    isLocal: version !== 0 && loopback.check(shown, version === 6 ? 'ipv6' : 'ipv4'),
    line,
  };
}
