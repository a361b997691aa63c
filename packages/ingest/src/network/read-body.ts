import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { CuboError } from '@cubo/contracts';
import type { NetworkResponse } from '@cubo/network';
import { fetchFailed } from './fetch-failed.ts';

/**
 * Reads the body of an answer, unpacked. It is counted while it comes, so that little can never become much.
 *
 * @throws CuboError `CUBO_SOURCE_TOO_LARGE`, `CUBO_NETWORK_FAILED`
 */
export async function readBody(
  { headers, body }: Pick<NetworkResponse, 'headers'> & { readonly body: Readable },
  { url, maximumBytes, signal }: { url: URL; maximumBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (Number(headers['content-length']) > maximumBytes) throw tooLarge(url, maximumBytes);
  const unpack = unpackers[encoding];
  if (unpack === undefined) throw fetchFailed(url, `its content is packed as ${JSON.stringify(encoding.slice(0, 40))}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  const unpacked = unpack(body);
  try {
    for await (const part of unpacked as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      length += part.byteLength;
      if (length > maximumBytes) throw tooLarge(url, maximumBytes);
      parts.push(part);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof CuboError) throw error;
    throw fetchFailed(url, `its content broke off (${(error as NodeJS.ErrnoException).code ?? String(error)})`, error);
  } finally {
    unpacked.destroy();
    body.destroy();
  }
  return Buffer.concat(parts, length);
}

function through(create: () => Transform): (body: Readable) => Readable {
  return (body) => {
    const unpacked = create();
    body.once('error', (error) => unpacked.destroy(error));
    return body.pipe(unpacked);
  };
}

// `deflate` is zlib's format, by RFC 9110.
const unpackers: Readonly<Record<string, (body: Readable) => Readable>> = {
  '': (body) => body,
  identity: (body) => body,
  gzip: through(createGunzip),
  'x-gzip': through(createGunzip),
  deflate: through(createInflate),
  br: through(createBrotliDecompress),
};

function tooLarge(url: URL, maximumBytes: number): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_TOO_LARGE',
    message: `${url.href} has more than the ${maximumBytes} bytes that a page may have.`,
    remedy: 'Save it as a file and ingest that, or raise network.maximumBytes.',
    path: url.href,
  });
}
