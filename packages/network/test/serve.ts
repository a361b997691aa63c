import dns from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished } from 'vitest';

/** Another host, which in tests is this machine: a name that the guard knows nothing of. */
export const otherHost = 'other.example';

/** Every name that was resolved. */
export const resolved: string[] = [];

const { lookup } = dns;
dns.lookup = ((name: string, ...rest: unknown[]) => {
  resolved.push(name);
  return Reflect.apply(lookup, dns, [name === otherHost ? '127.0.0.1' : name, ...rest]);
}) as typeof lookup;

/** A server on this machine that counts what reaches it; gone when the test, or its file, is over. */
export async function serve(
  listener: RequestListener = (_, response) => response.end('hello'),
): Promise<{ readonly port: number; readonly server: Server; seen(): { connections: number; requests: number } }> {
  const seen = { connections: 0, requests: 0 };
  const server = createServer((request, response) => {
    seen.requests++;
    listener(request, response);
  });
  server.on('connection', () => {
    seen.connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  if (expect.getState().currentTestName === undefined) afterAll(close);
  else onTestFinished(close);
  return { port: (server.address() as AddressInfo).port, server, seen: () => ({ ...seen }) };
}
