import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cubo, fileSource, type IngestStream, type Source } from '@cubo/core';
import { Hono } from 'hono';
import { RequestError } from './errors.ts';
import { safeFileName } from './file-name.ts';
import { createSlots, tooLarge } from './limits.ts';
import { ndjsonResponse } from './ndjson.ts';
import type { Settings } from './settings.ts';
import { type DocumentFolders, storeUpload } from './upload.ts';

/** Upload, ingest, list and delete documents. */
export function documentRoutes(
  cubo: Cubo,
  { folders, settings, closing }: { folders: DocumentFolders; settings: Settings; closing: AbortSignal },
): Hono {
  const { maximumUploadBytes: maximumBytes } = settings;
  const ingests = createSlots(1, 'ingest');
  const routes = new Hono();

  routes.put('/:name', async (context) => {
    const { body, signal } = context.req.raw;
    // One that says how long it is need not be read to be refused.
    if (Number(context.req.header('content-length') ?? 0) > maximumBytes) throw tooLarge(maximumBytes);
    const stored = await storeUpload(folders, { name: context.req.param('name'), body, maximumBytes, signal });
    return context.json({ ...stored, source: uriOf(stored.name) }, 201);
  });

  // #region ingest
  routes.post('/ingest', async (context) => {
    const release = ingests.take();
    // A client that goes away stops the work: what is complete by then stays, and the next ingest goes on from there.
    const signal = AbortSignal.any([context.req.raw.signal, closing]);
    async function* lines(): AsyncGenerator<string> {
      try {
        const events: IngestStream = cubo.ingest(uploadedSources(folders), { signal });
        for await (const event of events) yield `${JSON.stringify(event)}\n`;
      } finally {
        release();
      }
    }
    return ndjsonResponse(lines());
  });
  // #endregion

  routes.get('/', (context) => {
    const documents = [...cubo.documents()].map(({ uri, title, pages, chunks }) => ({ uri, title, pages, chunks }));
    return context.json({ documents });
  });

  routes.delete('/:name', async (context) => {
    const name = safeFileName(context.req.param('name'));
    const known = [...cubo.documents()].some(({ uri }) => uri === uriOf(name));
    if (!known && !(await readdir(folders.documents)).includes(name)) {
      const message = 'There is no document of this name.';
      throw new RequestError(404, { code: 'NOT_FOUND', message, remedy: 'GET /documents lists them.' });
    }
    await rm(join(folders.documents, name), { force: true });
    // What is erased is off the disk, and conversations no longer quote it.
    if (known) await cubo.erase(uriOf(name));
    return context.body(null, 204);
  });

  return routes;
}

/** Clients learn names, and not where the server keeps its files. */
function uriOf(name: string): string {
  return `document:${name}`;
}

async function* uploadedSources({ documents }: DocumentFolders): AsyncGenerator<Source> {
  for (const name of (await readdir(documents)).sort()) {
    yield { ...(await fileSource(join(documents, name))), uri: uriOf(name) };
  }
}
