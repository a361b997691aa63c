import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { endpoint } from './check-request.ts';

/** The body of a request; `undefined` where it is longer than it may be. */
export async function readBody(
  request: IncomingMessage,
  maximumBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) return undefined;
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving the loop must not destroy the connection, over which the refusal is sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maximumBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The request as the web platform has it. */
export function webRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  const { method = 'GET' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD' && body.length > 0;
  return new Request(new URL(endpoint, 'http://localhost'), { method, headers, signal, ...(hasBody && { body }) });
}

/** Sends a response as fast as the client takes it. Ends where the client is gone. */
export async function sendResponse(
  response: Response,
  to: ServerResponse,
  options: { headers: Readonly<Record<string, string>>; signal: AbortSignal },
): Promise<void> {
  const { headers, signal } = options;
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  to.writeHead(response.status, Object.fromEntries(all));
  // A stream that has nothing to say yet would leave the client without its headers.
  to.flushHeaders();
  if (response.body !== null) await sendBody(response.body, to, signal);
  await untilRead(to.req, signal);
  to.end();
}

async function sendBody(body: ReadableStream<Uint8Array>, to: ServerResponse, signal: AbortSignal): Promise<void> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || signal.aborted) return;
      if (!to.write(value)) await drained(to, signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** How long a client may go on sending what is refused already. */
const patienceMilliseconds = 1000;

/**
 * Waits for the end of a request that was answered before it was read: a connection that is closed with bytes in it that
 * nobody has read is reset, and the client loses the answer.
 */
async function untilRead(request: IncomingMessage, signal: AbortSignal): Promise<void> {
  if (request.readableEnded || request.destroyed || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, patienceMilliseconds);
    finished(request, () => {
      clearTimeout(patience);
      resolve();
    });
    request.resume();
  });
}

async function drained(to: ServerResponse, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const go = () => {
      to.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    to.on('drain', go);
    signal.addEventListener('abort', go);
    if (signal.aborted) go();
  });
}
