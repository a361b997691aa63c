import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type NetConnectOpts, Socket, type TcpNetConnectOpts } from 'node:net';
import type { ConnectionLog } from './connection-log.ts';
import { type ConnectionRecorder, createConnectionRecorder } from './connection-recorder.ts';
import { isLoopbackAddress } from './host-list.ts';
import { mayContact, networkScopes } from './network-scope.ts';
import { refused } from './refused.ts';
import { rememberTarget } from './socket-targets.ts';
import { watchRequests } from './watch-requests.ts';

let recorder: ConnectionRecorder | undefined;

/**
 * Counts every connection that this process opens from now on, and refuses those that work in `withNetwork` may not
 * open. `withNetwork` calls it too.
 */
export function watchConnections(): void {
  recorder ??= startWatching();
}

/** The connections of this process since they are watched; watches them from now on if they were not. */
export function connections(): ConnectionLog {
  recorder ??= startWatching();
  return recorder.snapshot();
}

/**
 * Puts itself before the one method through which every TCP, TLS and Unix connection of Node goes, those of fetch too. The
 * channel `net.client.socket` cannot stop a socket nor tell where it goes, and before Node 24 it leaves out TLS.
 */
function startWatching(): ConnectionRecorder {
  const log = createConnectionRecorder();
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    return Reflect.apply(connect, this, guard(this, given, log)) as Socket;
  } as typeof connect;
  watchRequests(log);
  return log;
}

/** Gives the arguments with which a socket is to be connected, and counts it. */
function guard(socket: Socket, given: readonly unknown[], log: ConnectionRecorder): unknown[] {
  // net.connect() has put them in order already, and marked the array by a symbol.
  const ordered = Array.isArray(given[0]) ? (given[0] as unknown[]) : undefined;
  const options = ordered === undefined ? connectOptions(given) : (ordered[0] as NetConnectOpts);
  const checked = check(socket, options, log);
  if (checked === options) return [...given];
  if (ordered === undefined) return [checked, given.findLast((value) => typeof value === 'function')];
  ordered[0] = checked;
  return [ordered];
}

/** The forms that `socket.connect` takes beside options: a path, or a port and maybe a host. */
function connectOptions([first, second]: readonly unknown[]): NetConnectOpts {
  if (typeof first === 'object' && first !== null) return first as NetConnectOpts;
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first };
  return { port: first as number, ...(typeof second === 'string' && { host: second }) };
}

function check(socket: Socket, options: NetConnectOpts, log: ConnectionRecorder): NetConnectOpts {
  const scope = networkScopes.getStore();
  const purpose = scope?.purpose ?? 'host application';
  if ('path' in options && options.path) {
    track(socket, { host: options.path, port: undefined, purpose }, log);
    return options;
  }
  const { port, lookup = systemLookup as LookupFunction } = options as TcpNetConnectOpts;
  // As Node has it: an empty host is none.
  const host = (options as TcpNetConnectOpts).host || 'localhost';
  const target = { host, port: Number(port) };
  rememberTarget(socket, target);
  const shown = { host: scope?.shownHost ?? host, port: target.port, purpose };
  if (scope !== undefined && !mayContact(scope, host, target.port)) {
    log.refuse(shown);
    rememberTarget(socket, 'refused');
    const error = refused(host, target.port, purpose);
    // As a name that cannot be resolved, it fails like any other connection: later, with this error, and without a packet.
    return { ...options, host: 'refused.invalid', lookup: (_name, _options, callback) => callback(error, '', 4) };
  }
  const connection = track(socket, shown, log);
  if (scope === undefined || isIP(host) !== 0 || scope.isAllowed(host, target.port)) return options;
  // A name of this machine, which must lead to it too.
  return {
    ...options,
    lookup: (name, lookupOptions, callback) =>
      lookup(name, lookupOptions, (error, found, family) => {
        const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
        const other = error === null ? addresses.find((address) => !isLoopbackAddress(address)) : undefined;
        if (other === undefined) return callback(error, found, family);
        connection.refuse();
        callback(refused(`${name} (${other})`, target.port, purpose), '', 4);
      }),
  };
}

function track(
  socket: Socket,
  shown: { readonly host: string; readonly port: number | undefined; readonly purpose: string },
  log: ConnectionRecorder,
): { refuse(): void } {
  const live = {
    ...shown,
    address: undefined as string | undefined,
    bytes: () => ({ sent: socket.bytesWritten ?? 0, received: socket.bytesRead ?? 0 }),
  };
  const connection = log.open(live);
  const onAttempt = (address: string) => {
    live.address = address;
  };
  if (shown.port !== undefined) socket.on('connectionAttempt', onAttempt);
  socket.once('close', () => {
    socket.off('connectionAttempt', onAttempt);
    connection.close();
  });
  return connection;
}
