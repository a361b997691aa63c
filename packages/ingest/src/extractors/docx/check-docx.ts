import { CuboError, isCuboError } from '@cubo/contracts';
import { hideZipEntries } from '../../zip/hide-zip-entries.ts';
import { readZipEntry } from '../../zip/read-zip-entry.ts';
import { readZipDirectory, type ZipEntry } from '../../zip/zip-directory.ts';

/** The most bytes an archive may unpack to. */
const largestTotal = 512 * 1024 * 1024;
/** Archives that unpack to more than this must not be packed more than `highestRatio` to one. */
const harmless = 32 * 1024 * 1024;
const highestRatio = 200;
/** The most bytes of XML: in memory they become more than a hundred times as much, and each million takes a second. */
const largestXml = 8 * 1024 * 1024;
const mostEntries = 10_000;
/**
 * Members without text: images, fonts and embedded files. Any other may be XML, whatever its name: relationships tell.
 */
const binary = /^(?:word\/(?:media|embeddings|fonts)\/|docProps\/thumbnail\.)/;

/** What is known of a DOCX before it is read. */
export interface CheckedDocx {
  /** The XML of the document's properties, where it has any. */
  readonly properties: string | undefined;
  /** The archive without the members that were not unpacked and looked at. */
  readonly archive: Uint8Array;
}

/**
 * Looks through the archive of a DOCX before anything builds on it: sizes, claimed and real, of everything that will be
 * unpacked.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` for what is no DOCX, damaged, encrypted or made to overflow memory,
 * `CUBO_SOURCE_TOO_LARGE` for what is merely too large
 */
export async function checkDocx(bytes: Uint8Array, uri: string): Promise<CheckedDocx> {
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0) {
    throw invalid(
      uri,
      'it is encrypted, or a Word document of before 2007',
      'Save a copy without a password as .docx.',
    );
  }
  try {
    const entries = readZipDirectory(bytes);
    const parts = entries.filter(({ name }) => !binary.test(name));
    checkSizes(entries, parts, bytes.byteLength, uri);
    const hidden = entries.filter(({ name }) => binary.test(name));
    const archive = hideZipEntries(bytes, hidden);
    // What is unpacked here cannot surprise mammoth any more, and nothing else is left for it.
    let properties: string | undefined;
    for (const part of parts) {
      const content = await readZipEntry(archive, part);
      if (part.name === 'docProps/core.xml') properties = new TextDecoder().decode(content);
    }
    if (!parts.some(({ name }) => name === '[Content_Types].xml'))
      throw invalid(uri, 'its table of contents is missing');
    return { properties, archive };
  } catch (cause) {
    if (isCuboError(cause)) throw cause;
    throw invalid(uri, (cause as Error).message, undefined, cause);
  }
}

function checkSizes(entries: readonly ZipEntry[], parts: readonly ZipEntry[], length: number, uri: string): void {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  const xml = parts.reduce((sum, { size }) => sum + size, 0);
  if (entries.length > mostEntries || (total > harmless && total > length * highestRatio)) {
    throw invalid(
      uri,
      `it would unpack to ${total} bytes in ${entries.length} parts, as archives do that are made to fill memory`,
    );
  }
  if (total > largestTotal || xml > largestXml) {
    throw new CuboError({
      code: 'CUBO_SOURCE_TOO_LARGE',
      message: `${uri} unpacks to ${total} bytes with ${xml} bytes of text and layout, more than ${largestTotal} or ${largestXml}.`,
      remedy: 'Split the document into smaller ones.',
      path: uri,
    });
  }
}

/** The error for a file that is no readable DOCX. */
export function invalid(
  uri: string,
  reason: string,
  remedy = 'Open it in a word processor and save it again as .docx.',
  cause?: unknown,
): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is not a readable Word document: ${reason}.`,
    remedy,
    path: uri,
    cause,
  });
}
