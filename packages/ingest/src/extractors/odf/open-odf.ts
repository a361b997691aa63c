import { CuboError, type ExtractContext, isCuboError, type Source } from '@cubo/contracts';
import { readSourceHead, sourceBytes } from '../../sources/read-source.ts';
import { parseXml, readXml } from '../../xml/read-xml.ts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { openZip } from '../../zip/open-zip.ts';
import type { ZipArchive } from '../../zip/zip-archive.ts';
import { readCoreProperties } from '../office/core-properties.ts';
import type { OdfObject } from './odf-object.ts';
import { type PartReader, readOdfObjects } from './odf-objects.ts';
import { createOdfStyles, type OdfStyles } from './odf-styles.ts';
import { routeOdf } from './route-odf.ts';

/** An OpenDocument file that is ready to be read. */
export interface OpenOdf {
  readonly styles: OdfStyles;
  readonly object: OdfObject;
  /** Reports an object of another format, once. */
  readonly foreign: (path: string) => void;
  /**
   * Reads the content; `masters` is given the headers, footers and master pages, `automatic` the styles of the content.
   * Yields after each piece.
   */
  content(body: XmlHandler, masters: XmlHandler, automatic?: XmlHandler): AsyncGenerator<void>;
  /** Reports title, author and language. */
  describe(): void;
  close(): void;
}

/**
 * Opens an OpenDocument package, or a flat file, which is a single XML document (OpenDocument 1.3, part 2).
 *
 * @throws CuboError `CUBO_SOURCE_ENCRYPTED` when it asks for a password, `CUBO_FORMAT_INVALID` when it is damaged, and
 * what `openZip` throws
 */
export async function openOdf(source: Source, context: ExtractContext): Promise<OpenOdf> {
  const { maximumBytes, signal } = context;
  const { uri } = source;
  const styles = createOdfStyles();
  const properties = readCoreProperties();
  const foreign = reportOnce(context);
  const describe = () => context.describe(properties.description());
  const [first, second] = await readSourceHead(source, { signal });
  if (first !== 0x50 || second !== 0x4b) {
    const options = { uri, signal };
    return {
      styles,
      object: () => undefined,
      foreign,
      content: (body, masters, automatic) =>
        readXml(
          sourceBytes(source, options),
          routeOdf({ styles, properties: properties.handler, body, masters, automatic }),
          options,
        ),
      describe,
      close: () => {},
    };
  }
  const archive = await openZip(source, { maximumBytes, signal });
  try {
    await checkEncryption(archive, uri, context);
    const readPart = createPartReader(archive, uri, context);
    await readPart('meta.xml', { ...routeOdf({ styles, properties: properties.handler }) });
    const entry = archive.find('content.xml');
    if (!entry) throw invalid(uri, 'its content is missing');
    const object = await readOdfObjects(archive, styles, readPart, context);
    return {
      styles,
      foreign,
      object,
      async *content(body, masters, automatic) {
        await readPart('styles.xml', routeOdf({ styles, masters }));
        const options = { uri, part: entry.name, signal };
        yield* readXml(archive.stream(entry, { signal }), routeOdf({ styles, body, automatic }), options);
      },
      describe,
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function reportOnce(context: ExtractContext): (path: string) => void {
  const reported = new Set<string>();
  return (path) => {
    if (reported.has(path)) return;
    reported.add(path);
    const reason = 'It is an object of another program, which is not opened.';
    context.unread({ place: path.replace(/^\.\//, ''), reason, code: 'CUBO_FORMAT_UNSUPPORTED' });
  };
}

/** Reads parts that the document can do without; what is wrong with them is reported. */
function createPartReader(archive: ZipArchive, uri: string, context: ExtractContext): PartReader {
  const { signal } = context;
  return async (part, handler) => {
    const entry = archive.find(part);
    if (!entry) return;
    try {
      await parseXml(archive.stream(entry, { signal }), handler, { uri, part, signal, doctype: 'skip' });
    } catch (error) {
      if (!isCuboError(error) || (error.code !== 'CUBO_FORMAT_INVALID' && error.code !== 'CUBO_LIMIT_EXCEEDED'))
        throw error;
      context.unread({ place: part, reason: error.message, code: error.code });
    }
  };
}

async function checkEncryption(archive: ZipArchive, uri: string, context: ExtractContext): Promise<void> {
  let isEncrypted = false;
  let path = '';
  await createPartReader(
    archive,
    uri,
    context,
  )('META-INF/manifest.xml', {
    open(name, attributes) {
      if (name === 'file-entry') path = attributes['full-path'] ?? '';
      else if (name === 'encryption-data' && /^(?:content\.xml|encrypted-package)$/.test(path)) isEncrypted = true;
    },
  });
  if (!isEncrypted) return;
  throw new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `${uri} is encrypted with a password.`,
    remedy: 'Save a copy without a password.',
    path: uri,
  });
}

/** The error for a file that is no readable OpenDocument file. */
export function invalid(uri: string, reason: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is not a readable OpenDocument file: ${reason}.`,
    remedy: 'Open it in LibreOffice and save it again.',
    path: uri,
  });
}
