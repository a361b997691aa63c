import { CuboError } from '@cubo/contracts';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { withTimeout } from './with-timeout.ts';

/** The most time for opening a document, and for reading one page. */
export const pdfTimeout = 20_000;

/** A PDF document that is open. */
export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** Names of the character maps that were asked for since the last call and are not there. */
  takeMissingMaps(): string[];
  close(): Promise<void>;
}

/**
 * Opens a PDF document with pdf.js, silently and without any access to files or the network: whatever pdf.js would
 * fetch (character maps, fonts, decoders) is refused and noted.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when it is encrypted, damaged or no PDF
 */
export async function openPdf(bytes: Uint8Array, uri: string, signal?: AbortSignal): Promise<OpenedPdf> {
  // Two megabytes of code, of which most applications need nothing at start.
  const { getDocument } = await import('unpdf/pdfjs');
  let missing = new Set<string>();
  class RefusingDataFactory {
    async fetch(request: { kind?: string; filename?: string }): Promise<never> {
      if (request.kind === 'cMapUrl') missing.add(String(request.filename).replace(/\.bcmap$/, ''));
      throw new Error(`${request.filename} is not available.`);
    }
  }
  const task = getDocument({
    // pdf.js takes the buffer over, and refuses Node's own kind of buffer.
    data: new Uint8Array(bytes),
    verbosity: 0,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    BinaryDataFactory: RefusingDataFactory,
  });
  try {
    return {
      document: await withTimeout(task.promise, pdfTimeout, signal),
      takeMissingMaps() {
        const names = [...missing];
        missing = new Set();
        return names;
      },
      close: () => task.destroy(),
    };
  } catch (cause) {
    await task.destroy().catch(() => {});
    signal?.throwIfAborted();
    throw invalidPdf(uri, cause);
  }
}

function invalidPdf(uri: string, cause: unknown): CuboError {
  const { name, message } = cause as Error;
  const encrypted = name === 'PasswordException';
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: encrypted
      ? `${uri} is encrypted and cannot be opened without its password.`
      : `${uri} is not a readable PDF document (${message.replace(/\.$/, '')}).`,
    remedy: encrypted
      ? 'Open it with the password, save a copy without one, and ingest that.'
      : 'It may be damaged or incomplete; get it again, or print it to a new PDF.',
    path: uri,
    cause,
  });
}
