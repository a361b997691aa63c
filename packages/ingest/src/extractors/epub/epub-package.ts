import type { DocumentDescription, Source } from '@cubo/contracts';
import { parseXml } from '../../xml/read-xml.ts';
import type { XmlAttributes } from '../../xml/xml-handler.ts';
import type { ZipArchive, ZipEntry } from '../../zip/zip-archive.ts';

/** The most bytes of a file that says what is in a book. */
const largestPackageFile = 16 * 1024 * 1024;

/** A file of a book, by the book's list of its files. */
export interface EpubItem {
  /** Path in the archive. */
  readonly path: string;
  readonly mediaType: string;
  readonly isNavigation: boolean;
}

/** What an EPUB book says about itself (EPUB 3.3, OPF 2.0.1). */
export interface EpubPackage {
  readonly description: DocumentDescription;
  /** The files to read, in their order. */
  readonly spine: readonly EpubItem[];
  /** Table of contents of EPUB 3, or of EPUB 2, where there is one. */
  readonly navigation?: EpubItem | undefined;
  readonly ncx?: EpubItem | undefined;
}

/** An archive that is read as a book. */
export interface EpubFile {
  readonly source: Source;
  readonly archive: ZipArchive;
  readonly signal?: AbortSignal | undefined;
}

/** Reads an XML file of a book; `undefined` where there is none of this name. */
export async function readEpubXml(
  file: EpubFile,
  path: string,
  handler: Parameters<typeof parseXml>[1],
): Promise<ZipEntry | undefined> {
  const { archive, signal, source } = file;
  const entry = archive.find(path);
  if (entry === undefined) return undefined;
  const bytes = archive.stream(entry, { signal, maximumBytes: largestPackageFile });
  await parseXml(bytes, handler, { uri: source.uri, part: path, signal, doctype: 'skip' });
  return entry;
}

/** Path of the file that lists the others; `undefined` where the archive is no book. */
export async function findPackageFile(file: EpubFile): Promise<string | undefined> {
  let path: string | undefined;
  await readEpubXml(file, 'META-INF/container.xml', {
    open(name, attributes) {
      if (name === 'rootfile') path ??= attributes['full-path'];
    },
  });
  return path ?? file.archive.entries.find(({ name }) => /\.opf$/i.test(name))?.name;
}

/**
 * Reads the package file of a book; `undefined` where it is not there.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID` when it is no XML
 */
export async function readEpubPackage(file: EpubFile, packagePath: string): Promise<EpubPackage | undefined> {
  const items = new Map<string, EpubItem>();
  const order: string[] = [];
  const values = new Map<string, string[]>();
  let ncxId: string | undefined;
  let open: string | undefined;
  let text = '';
  const found = await readEpubXml(file, packagePath, {
    open(name, attributes) {
      if (name === 'item') addItem(items, packagePath, attributes);
      else if (name === 'spine') ncxId = attributes.toc;
      else if (name === 'itemref' && attributes.idref) order.push(attributes.idref);
      open = described.has(name) ? name : undefined;
      text = '';
    },
    text(data) {
      if (open !== undefined) text += data;
    },
    close(name) {
      const value = text.replace(/\s+/g, ' ').trim();
      if (name === open && value !== '') values.set(name, [...(values.get(name) ?? []), value.toWellFormed()]);
      open = undefined;
    },
  });
  if (found === undefined) return undefined;
  const all = [...items.values()];
  const [title] = values.get('title') ?? [];
  const [language] = values.get('language') ?? [];
  const [date] = values.get('date') ?? [];
  const author = values.get('creator')?.join(', ');
  return {
    description: {
      ...(title && { title }),
      ...(author && { author }),
      ...(language && { language }),
      ...(date && { metadata: { date } }),
    },
    spine: order.flatMap((id) => items.get(id) ?? []),
    navigation: all.find(({ isNavigation }) => isNavigation),
    ncx: (ncxId && items.get(ncxId)) || all.find(({ mediaType }) => mediaType === 'application/x-dtbncx+xml'),
  };
}

const described: ReadonlySet<string> = new Set(['title', 'creator', 'language', 'date']);

function addItem(items: Map<string, EpubItem>, packagePath: string, attributes: XmlAttributes): void {
  const { id, href, properties = '' } = attributes;
  if (!id || !href) return;
  const mediaType = attributes['media-type']?.toLowerCase() ?? '';
  items.set(id, {
    path: resolveEpubPath(packagePath, href),
    mediaType,
    isNavigation: properties.split(/\s+/).includes('nav'),
  });
}

/** The path in the archive that a reference in the file `from` leads to, without what follows `#`. */
export function resolveEpubPath(from: string, reference: string): string {
  const [target = ''] = reference.split('#', 1);
  let path = target;
  try {
    path = decodeURIComponent(target);
  } catch {
    // A percent sign that means itself.
  }
  const folders = path.startsWith('/') || path === '' ? [] : from.split('/').slice(0, -1);
  for (const part of (path === '' ? from : path).split('/')) {
    if (part === '..') folders.pop();
    else if (part !== '.' && part !== '') folders.push(part);
  }
  return folders.join('/');
}
