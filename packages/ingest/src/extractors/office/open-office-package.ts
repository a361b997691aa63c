import { CuboError, type ExtractContext, isCuboError, type Source } from '@cubo/contracts';
import { readSourceHead } from '../../sources/read-source.ts';
import { parseXml, readXml } from '../../xml/read-xml.ts';
import type { XmlHandler } from '../../xml/xml-handler.ts';
import { openZip } from '../../zip/open-zip.ts';
import type { ZipArchive, ZipEntry } from '../../zip/zip-archive.ts';
import { readCoreProperties } from './core-properties.ts';
import { type Relationship, relationshipsHandler, relationshipsPart } from './relationships.ts';

/** Elements may lie this deep in one another; Word stops long before. */
const deepestXml = 1000;
/** What may be wrong with one part while the others can be read. */
export const partErrors: ReadonlySet<string> = new Set([
  'CUBO_FORMAT_INVALID',
  'CUBO_FORMAT_UNSUPPORTED',
  'CUBO_LIMIT_EXCEEDED',
]);
const mostRelationships = 200_000;
/** Bytes of parts that are read once more, such as a chart that two slides show. */
const mostRepeated = 64 * 1024 * 1024;
/** What reading a part takes besides its bytes, as so many of them. */
const readingCost = 4096;

/** An open document of the Office Open XML formats. */
export interface OfficePackage {
  readonly archive: ZipArchive;
  /** The part that the package begins with, `word/document.xml`. */
  readonly mainPart: string;
  /** Reads a part; yields after each piece. A part that is missing gives nothing. */
  stream(part: string, handler: XmlHandler): AsyncGenerator<void>;
  /**
   * Reads a part that the document can do without; whether it was there. What is wrong with it is reported as unread under
   * the name `place`.
   */
  readOptional(part: string | undefined, place: string, handler: XmlHandler): Promise<boolean>;
  /**
   * The references of a part, by id. Where those of a part are damaged, as many as come before the damage, which is
   * reported as unread.
   */
  relationships(part: string): Promise<ReadonlyMap<string, Relationship>>;
  /**
   * Bytes of a part that is a document of its own, as a source; `undefined` where it is missing. It has the name of its
   * file unless another is given.
   */
  member(part: string, name?: string): Source | undefined;
  /** Title, author and language from the document's properties. */
  describe(): Promise<void>;
  close(): void;
}

/** What an office package is expected to be. */
export interface OfficePackageKind {
  /** For errors: `a Word document`. */
  readonly name: string;
  /** The extension to save it with. */
  readonly extension: string;
  /** Where the main part is if nothing says so. */
  readonly usualMainPart: string;
}

/**
 * Opens a package of the Office Open XML formats and finds its main part.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when it is damaged or of another kind, `CUBO_SOURCE_ENCRYPTED` when it asks for
 * a password, `CUBO_SOURCE_TOO_LARGE` and `CUBO_LIMIT_EXCEEDED` as `openZip` does
 */
export async function openOfficePackage(
  source: Source,
  context: ExtractContext,
  kind: OfficePackageKind,
): Promise<OfficePackage> {
  const { maximumBytes, signal } = context;
  const archive = await openZip(await checked(source, context), { maximumBytes, signal });
  const { uri } = source;

  const read = new Set<ZipEntry>();
  let repeated = 0;

  /** The entry of a part that is about to be read. */
  function entryOf(part: string): ZipEntry | undefined {
    const entry = archive.find(part);
    if (!entry) return undefined;
    if (!read.has(entry)) {
      read.add(entry);
      return entry;
    }
    const cost = entry.size + readingCost;
    if (repeated + cost > mostRepeated) throw namedTooOften(uri, entry.name);
    repeated += cost;
    return entry;
  }

  function stream(part: string, handler: XmlHandler): AsyncGenerator<void> {
    const entry = entryOf(part);
    if (!entry) return nothing();
    return readXml(archive.stream(entry, { signal }), handler, { uri, part, signal, maximumDepth: deepestXml });
  }

  async function readWhole(part: string, handler: XmlHandler): Promise<void> {
    const entry = entryOf(part);
    if (!entry) return;
    await parseXml(archive.stream(entry, { signal }), handler, { uri, part, signal, maximumDepth: deepestXml });
  }

  async function relationships(part: string): Promise<ReadonlyMap<string, Relationship>> {
    const found = new Map<string, Relationship>();
    const handler = relationshipsHandler(part, (relationship) => {
      if (found.size < mostRelationships) found.set(relationship.id, relationship);
    });
    const name = relationshipsPart(part);
    // Without those of the package there is nothing to begin with.
    if (part === '') await readWhole(name, handler);
    else await readOptional(name, `the references of ${part}`, handler);
    return found;
  }

  async function readOptional(part: string | undefined, place: string, handler: XmlHandler): Promise<boolean> {
    if (part === undefined || !archive.find(part)) return false;
    try {
      await readWhole(part, handler);
      return true;
    } catch (error) {
      if (!isCuboError(error) || !partErrors.has(error.code)) throw error;
      context.unread({ place, reason: error.message, code: error.code });
      return false;
    }
  }

  try {
    const root = [...(await relationships('')).values()];
    const main = root.find(({ type, isExternal }) => type === 'officeDocument' && !isExternal)?.target;
    const mainPart = main !== undefined && archive.find(main) ? main : kind.usualMainPart;
    if (!archive.find(mainPart)) throw invalidOffice(uri, kind, 'its main part is missing');
    return {
      archive,
      mainPart,
      stream,
      readOptional,
      relationships,
      member(part, name) {
        const entry = archive.find(part);
        if (!entry) return undefined;
        return {
          uri: `${uri}#${entry.name}`,
          name: name ?? entry.name.slice(entry.name.lastIndexOf('/') + 1),
          size: entry.size,
          open: (options) => archive.stream(entry, { signal: options?.signal ?? signal }),
        };
      },
      async describe() {
        const part = root.find(({ type }) => type === 'core-properties')?.target ?? 'docProps/core.xml';
        const properties = readCoreProperties();
        await readOptional(part, 'the properties of the document', properties.handler);
        context.describe(properties.description());
      },
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** The error for a file that is no readable document of its kind. */
export function invalidOffice(uri: string, { name, extension }: OfficePackageKind, reason: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is not readable as ${name}: ${reason}.`,
    remedy: `Open it in an office program and save it again as ${extension}.`,
    path: uri,
  });
}

function namedTooOften(uri: string, part: string): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `${uri} names parts again and again, and ${part} was not read once more.`,
    remedy: 'Open it in an office program and save it again.',
    path: uri,
  });
}

async function checked(source: Source, { signal }: ExtractContext): Promise<Source> {
  const [a, b, c, d] = await readSourceHead(source, { signal });
  if (!(a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0)) return source;
  throw new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `${source.uri} is encrypted with a password, or a document of before 2007.`,
    remedy: 'Save a copy without a password in the current format.',
    path: source.uri,
  });
}

async function* nothing(): AsyncGenerator<void> {}
