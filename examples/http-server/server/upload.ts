import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { RequestError } from './errors.ts';
import { safeFileName } from './file-name.ts';
import { tooLarge } from './limits.ts';

/** Where documents are, and where those that are still coming. They are on one disk, so that a finished one is moved. */
export interface DocumentFolders {
  readonly documents: string;
  readonly incoming: string;
}

/** Makes the folders, and sweeps what an earlier run left half-way. */
export async function openFolders(data: string): Promise<DocumentFolders> {
  const folders = { documents: join(data, 'documents'), incoming: join(data, 'incoming') };
  await rm(folders.incoming, { recursive: true, force: true });
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
  return folders;
}

// #region upload
/**
 * Streams a body to the disk and gives it its name when it is complete. Nothing of it is held in memory beyond what is on
 * its way, and nothing stays of one that is too long or breaks off.
 */
export async function storeUpload(
  { documents, incoming }: DocumentFolders,
  upload: {
    readonly name: string;
    readonly body: ReadableStream<Uint8Array> | null;
    readonly maximumBytes: number;
    /** Aborted when the client goes away. */
    readonly signal: AbortSignal;
  },
): Promise<{ readonly name: string; readonly bytes: number }> {
  const name = safeFileName(upload.name);
  const temporary = join(incoming, randomUUID());
  let bytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > upload.maximumBytes) throw tooLarge(upload.maximumBytes);
      yield chunk;
    }
  }
  try {
    const body = upload.body === null ? Readable.from([]) : Readable.fromWeb(upload.body as WebStream);
    await pipeline(body, counted, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
    await moveTo(join(documents, name), { temporary, mayReplace: name === upload.name });
    return { name, bytes };
  } catch (error) {
    throw upload.signal.aborted ? brokenOff(error) : error;
  } finally {
    await rm(temporary, { force: true });
  }
}
// #endregion

/** Nobody is left to be told, and it is no fault of the server's that would belong into its log. */
function brokenOff(cause: unknown): RequestError {
  const message = 'The client went away before its document was complete.';
  return new RequestError(400, { code: 'BODY_INCOMPLETE', message, remedy: 'Upload it again.', cause });
}

/** The same name again replaces a document; a name that became the same only here must not. */
async function moveTo(target: string, file: { readonly temporary: string; readonly mayReplace: boolean }) {
  if (file.mayReplace) return rename(file.temporary, target);
  try {
    await link(file.temporary, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const message = 'There is a document of another name that is the same where files are stored.';
    throw new RequestError(409, { code: 'NAME_TAKEN', message, remedy: 'Choose another name.', cause: error });
  }
}
