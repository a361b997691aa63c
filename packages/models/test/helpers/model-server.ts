import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished } from 'vitest';

/** A request that a server was sent. */
export interface SeenRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

/** What answers a request. */
export type Answer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A server on this machine that speaks JSON; gone when the test, or its file, is over. */
export async function serveModels(
  answer: Answer,
): Promise<{ readonly url: string; readonly seen: SeenRequest[]; stop(): Promise<void>; start(): Promise<void> }> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const request = { path: incoming.url ?? '', body: body === '' ? {} : JSON.parse(body), headers: incoming.headers };
    seen.push(request);
    await answer(request, response);
  });
  let port = 0;
  const start = async () => {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await start();
  if (expect.getState().currentTestName === undefined) afterAll(stop);
  else onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, seen, stop, start };
}

/** Sends text in pieces that keep to no line and no character, as a network cuts them. */
export async function sendInPieces(response: ServerResponse, whole: string, options: { slow?: boolean } = {}) {
  const bytes = Buffer.from(whole);
  for (let i = 0; i < bytes.length && !response.destroyed; i += 7) {
    response.write(bytes.subarray(i, i + 7));
    await new Promise((resolve) => (options.slow ? setTimeout(resolve, 2) : setImmediate(resolve)));
  }
}
