import { setImmediate } from 'node:timers/promises';
import { CuboError } from '@cubo/contracts';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { characterMap } from './character-maps/character-maps.ts';
import { forgiveLookingAhead } from './forgive-looking-ahead.ts';
import { withTimeout } from './with-timeout.ts';

/** The most time for opening a document, and for reading one page. */
export const pdfTimeout = 20_000;

/** A PDF document that is open. */
export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** What opened it, where it is encrypted; may be empty. */
  readonly password: string | undefined;
  /** Names of the character maps that were asked for since the last call and are not there. */
  takeMissingMaps(): string[];
  /** Leaves a stream of text where it is until the document is closed. */
  abandon(stream: ReadableStreamDefaultReader<unknown>): void;
  close(): Promise<void>;
}

/** How a document is opened. */
export interface OpenPdfOptions {
  /** Tried one after the other where the empty one does not fit. */
  readonly passwords?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a PDF document with pdf.js, silently and without any access to files or the network: whatever pdf.js would
 * fetch (fonts, decoders) is refused; character maps come from the package itself. Images are never decoded.
 *
 * @throws CuboError `CUBO_SOURCE_ENCRYPTED` when no password fits, `CUBO_FORMAT_INVALID` when it is damaged or no PDF
 */
export async function openPdf(bytes: Uint8Array, uri: string, options: OpenPdfOptions = {}): Promise<OpenedPdf> {
  const { passwords = [], signal } = options;
  // Two megabytes of code, of which most applications need nothing at start.
  const { getDocument } = await import('unpdf/pdfjs');
  let missing = new Set<string>();
  const abandoned: ReadableStreamDefaultReader<unknown>[] = [];
  class OfflineDataFactory {
    async fetch(request: { kind?: string; filename?: string }): Promise<Uint8Array> {
      if (request.kind === 'cMapUrl') {
        const name = String(request.filename).replace(/\.bcmap$/, '');
        const map = await characterMap(name);
        if (map) return map;
        missing.add(name);
      }
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
    enableXfa: true,
    maxImageSize: 0,
    BinaryDataFactory: OfflineDataFactory,
  });
  const endForgiving = forgiveLookingAhead();
  let tried = -1;
  // pdf.js has tried the empty password before it asks.
  task.onPassword = (answer: (password: string | Error) => void) => {
    const password = passwords[++tried];
    answer(password ?? new Error('none of the passwords fits'));
  };
  try {
    return {
      document: await withTimeout(task.promise, pdfTimeout, signal),
      password: passwords[tried],
      takeMissingMaps() {
        const names = [...missing];
        missing = new Set();
        return names;
      },
      abandon: (stream) => abandoned.push(stream),
      async close() {
        const closed = task.destroy();
        // pdf.js waits for its reader, and works a stream that is cancelled through to its end unless it was told before
        // that everything is over.
        await setImmediate();
        for (const stream of abandoned) stream.cancel(new Error('The document is closed.')).catch(() => {});
        await closed;
        // What was rejected last is told of after this turn.
        await setImmediate();
        endForgiving();
      },
    };
  } catch (cause) {
    await task.destroy().catch(() => {});
    await setImmediate();
    endForgiving();
    signal?.throwIfAborted();
    throw tried >= 0 ? encryptedPdf(uri, passwords.length, cause) : invalidPdf(uri, cause);
  }
}

function encryptedPdf(uri: string, passwords: number, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message:
      passwords === 0
        ? `${uri} is encrypted and cannot be opened without its password.`
        : `${uri} is encrypted, and none of the ${passwords} passwords given opens it.`,
    remedy: 'Give its password among the `passwords`, or save a copy without one and ingest that.',
    path: uri,
    cause,
  });
}

function invalidPdf(uri: string, cause: unknown): CuboError {
  const { message } = cause as Error;
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is not a readable PDF document (${message.replace(/\.$/, '')}).`,
    remedy: 'It may be damaged or incomplete; get it again, or print it to a new PDF.',
    path: uri,
    cause,
  });
}
