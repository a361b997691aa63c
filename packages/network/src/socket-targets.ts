import type { Socket } from 'node:net';

/** Where a socket was asked to connect to. */
export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

const targets = new WeakMap<Socket, SocketTarget | 'refused'>();

export function rememberTarget(socket: Socket, target: SocketTarget | 'refused'): void {
  targets.set(socket, target);
}

/** Where a socket goes: to what it was asked for, or to whom it is connected; undefined for one without a host, or that was refused. */
export function targetOf(socket: Socket): SocketTarget | undefined {
  const known = targets.get(socket);
  if (known !== undefined) return known === 'refused' ? undefined : known;
  const { remoteAddress, remotePort } = socket;
  return remoteAddress === undefined || remotePort === undefined
    ? undefined
    : { host: remoteAddress, port: remotePort };
}
