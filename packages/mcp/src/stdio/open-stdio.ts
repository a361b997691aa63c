import type { Readable, Writable } from 'node:stream';
import { assertKnownOptions, type KnownOptions } from '@cubo/contracts';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

/** Options of `server.stdio`. */
export interface StdioOptions {
  /** Where the client's messages come from. Default: standard input. */
  readonly input?: Readable | undefined;
  /** Where answers go. Default: standard output. */
  readonly output?: Writable | undefined;
}

/** A connection over two streams. */
export interface StdioConnection extends AsyncDisposable {
  /** Settles when the client is gone, or the connection was closed. */
  readonly closed: Promise<void>;
  /** Ends the connection and its calls. May be called more than once. */
  close(): Promise<void>;
}

const known: KnownOptions<StdioOptions> = { input: true, output: true };

/** Serves one client over two streams. */
export function openStdio(
  makeServer: McpServerFactory,
  { onerror, ...options }: StdioOptions & { onerror: (error: Error) => void },
): StdioConnection {
  assertKnownOptions('stdio()', options, known);
  const { input = process.stdin, output = process.stdout } = options;
  const transport = new StdioServerTransport(input, output);
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // It closes by itself too: when a client sends more without a line break than is held.
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    end();
  };
  const handle = serveStdio(makeServer, { transport, onerror });
  // The output fails where the client has closed its end of it.
  const ends = [
    [input, 'end'],
    [input, 'close'],
    [output, 'error'],
    [output, 'close'],
  ] as const;
  const end = () => {
    for (const [stream, event] of ends) stream.off(event, end);
    resolve();
  };
  for (const [stream, event] of ends) stream.on(event, end);
  const connection: StdioConnection = {
    closed,
    async close() {
      await handle.close();
      end();
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
  return connection;
}
