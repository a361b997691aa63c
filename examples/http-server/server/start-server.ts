import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createAgent } from '@cubo/agent';
import { createCubo } from '@cubo/core';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './app.ts';
import { chooseGenerator } from './generator.ts';
import type { Settings } from './settings.ts';
import { openFolders } from './upload.ts';

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  /** Lets requests come to their end for a while, cancels what is left, and closes the library. */
  stop(): Promise<void>;
}

// #region start
/** Opens the library, and serves it. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const folders = await openFolders(settings.data);
  const cubo = await createCubo({ path: join(settings.data, 'library') });
  const agent = createAgent({
    cubo,
    generator: chooseGenerator(settings),
    attachments: { maximumBytes: settings.maximumAttachmentBytes },
  });
  const closing = new AbortController();
  const app = createApp({ cubo, agent, folders, settings, closing: closing.signal });
  const server = createServer(getRequestListener(app.fetch, { errorHandler: refuse }));
  server.listen(settings.port, settings.host);
  await once(server, 'listening');
  const { address, family, port } = server.address() as AddressInfo;

  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      await Promise.race([closed, pause(settings.graceSeconds * 1000, undefined, { ref: false })]);
      // Streams that are still open end with what they have, and not in the middle of a line.
      closing.abort();
      await agent.close();
      await Promise.race([closed, pause(1000, undefined, { ref: false })]);
      server.closeAllConnections();
      await cubo.close();
    },
  };
}
// #endregion

/** What is no request that Hono could be given: an address or a header Host that cannot be read. */
function refuse(): Response {
  const message = 'The address of the request, or its header Host, cannot be read.';
  return Response.json({ code: 'BAD_REQUEST', message, remedy: 'Check the address.' }, { status: 400 });
}
