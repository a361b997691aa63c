import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionRecorder } from './connection-recorder.ts';
import { mayContact, type NetworkScope, networkScopes } from './network-scope.ts';
import { refused } from './refused.ts';
import { type SocketTarget, targetOf } from './socket-targets.ts';

/**
 * Refuses requests that would leave over a connection which is already open, by other work or by the host application, or
 * over a proxy on this machine. By the channels of node:http and of undici, which is fetch.
 */
export function watchRequests(log: ConnectionRecorder): void {
  const refusal = (scope: NetworkScope, { host, port }: SocketTarget) => {
    if (mayContact(scope, host, port)) return undefined;
    log.refuse({ host, port, purpose: scope.purpose });
    return refused(host, port, scope.purpose);
  };

  subscribe('http.client.request.created', (message) => {
    const scope = networkScopes.getStore();
    if (scope === undefined) return;
    const { request } = message as { request: ClientRequest };
    // Before anything is written to it. An agent may have opened it on behalf of another request.
    request.once('socket', (socket) => {
      const target = targetOf(socket);
      const error = target === undefined ? undefined : refusal(scope, target);
      if (error !== undefined) request.destroy(error);
    });
  });

  // Which request belongs to which work is known when it is made, and which socket it takes when its headers are ready.
  const refusals = new WeakMap<object, { readonly scope: NetworkScope; readonly target: SocketTarget }>();
  subscribe('undici:request:create', (message) => {
    const scope = networkScopes.getStore();
    if (scope === undefined) return;
    const { request } = message as { request: UndiciRequest };
    // What a proxy is asked for a tunnel to.
    const target = targetOfOrigin(request.method === 'CONNECT' ? `http://${request.path}` : request.origin);
    if (target !== undefined && !mayContact(scope, target.host, target.port)) refusals.set(request, { scope, target });
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const { request, socket } = message as { request: object; socket: Socket };
    const refusalOf = refusals.get(request);
    if (refusalOf !== undefined) socket.destroy(refusal(refusalOf.scope, refusalOf.target));
  });
}

interface UndiciRequest {
  readonly origin?: string | URL;
  readonly method: string;
  readonly path: string;
}

function targetOfOrigin(origin: string | URL | undefined): SocketTarget | undefined {
  if (origin === undefined || !URL.canParse(String(origin))) return undefined;
  const { hostname, port, protocol } = new URL(String(origin));
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}
