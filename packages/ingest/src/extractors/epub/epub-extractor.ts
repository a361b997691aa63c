import {
  CuboError,
  type ExtractContext,
  type Extractor,
  isCuboError,
  type Section,
  type Source,
} from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { openZip } from '../../zip/open-zip.ts';
import { htmlSections } from '../html/html-sections.ts';
import { emptySource } from '../shared/empty-source.ts';
import { placeSection } from '../shared/place-section.ts';
import { zipMember } from '../zip/zip-extractor.ts';
import { readEpubContents } from './epub-contents.ts';
import { encryptedEpubFiles } from './epub-encryption.ts';
import { type EpubFile, type EpubItem, findPackageFile, readEpubPackage } from './epub-package.ts';

const chapterTypes: ReadonlySet<string> = new Set(['application/xhtml+xml', 'text/html', 'text/x-oeb1-document', '']);

/**
 * Reads EPUB books of versions 2 and 3: chapters in the order of the spine, their headings as breadcrumb below those that
 * the table of contents gives them. Title, author, language and date come from the book's own description. A book under
 * copy protection is refused with `CUBO_SOURCE_ENCRYPTED`; chapters that cannot be read are reported.
 */
export function epubExtractor(): Extractor {
  return {
    id: 'epub@1',
    mediaTypes: ['application/epub+zip'],
    extensions: ['.epub'],
    async *extract(source, context): AsyncGenerator<Section> {
      const archive = await openZip(source, context);
      try {
        yield* bookSections({ source, archive, signal: context.signal }, context);
      } finally {
        archive.close();
      }
    },
  };
}

async function* bookSections(file: EpubFile, context: ExtractContext): AsyncGenerator<Section> {
  const { source, signal } = file;
  const packagePath = await findPackageFile(file);
  const book = packagePath === undefined ? undefined : await readEpubPackage(file, packagePath);
  if (book === undefined) throw invalid(source.uri, 'it has no list of its files');
  if (book.spine.length === 0) throw invalid(source.uri, 'it does not say which of its files to read');
  context.describe(book.description);
  const encrypted = await encryptedEpubFiles(file);
  if (book.spine.every(({ path }) => encrypted.has(path))) throw protectedBook(source.uri);
  const contents = await readEpubContents(file, book).catch((error: unknown) => {
    signal?.throwIfAborted();
    if (!isCuboError(error)) throw error;
    context.unread({ place: 'table of contents', reason: error.message, code: error.code });
    return new Map<string, readonly string[]>();
  });
  let start = 0;
  let above: readonly string[] = [];
  const read = new Set<string>();
  for (const item of book.spine) {
    signal?.throwIfAborted();
    // Files that follow an entry of the table of contents belong to it, up to the next one.
    above = contents.get(item.path) ?? above;
    if (read.has(item.path) || (item.isNavigation && contents.size > 0)) continue;
    read.add(item.path);
    const offset = start;
    try {
      for await (const section of chapterSections(file, item, encrypted, context)) {
        const placed = placeSection(section, { start: offset, heading: headingsAbove(above, section.heading) });
        start = placed.locator.end + 2;
        yield withPath(placed);
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (!isCuboError(error)) throw error;
      context.unread({ place: above.at(-1) ?? item.path, reason: error.message, code: error.code });
    }
  }
  if (start === 0) throw emptySource(source.uri, 'If its pages are pictures, run optical character recognition (OCR).');
}

function chapterSections(
  file: EpubFile,
  { path, mediaType }: EpubItem,
  encrypted: ReadonlySet<string>,
  context: ExtractContext,
): AsyncGenerator<Section> {
  const { archive, source } = file;
  if (encrypted.has(path)) throw protectedBook(source.uri);
  const entry = archive.find(path);
  if (entry === undefined) throw invalid(source.uri, `its file ${JSON.stringify(path)} is missing`);
  if (!chapterTypes.has(mediaType)) throw invalid(source.uri, `its file ${JSON.stringify(path)} is no text`);
  return readChapter(zipMember(source, archive, entry), context);
}

async function* readChapter(chapter: Source, context: ExtractContext): AsyncGenerator<Section> {
  const { pieces } = await openText(chapter, {
    signal: context.signal,
    declaredEncoding: (head) => /^\s*<\?xml[^>]{0,200}\sencoding=["']([\w-]+)["']/i.exec(head)?.[1],
    unread: (place) => context.unread({ ...place, place: `${chapter.name}: ${place.place}` }),
  });
  yield* htmlSections(pieces(), {
    uri: chapter.uri,
    describe: () => {},
    selfClosing: true,
    unread: ({ place, ...why }) => context.unread({ place: `${chapter.name}: ${place}`, ...why }),
  });
}

/** The path in the table of contents, without its last step where the chapter's own headings begin with that or any other. */
function headingsAbove(contents: readonly string[], own: readonly string[] = []): readonly string[] {
  return own.length === 0 ? contents : contents.slice(0, -1).filter((heading) => heading !== own[0]);
}

/** The place of a section in a book is the path of its headings. */
function withPath(section: Section): Section {
  const { heading = [], locator } = section;
  const { start, end } = locator;
  return heading.length === 0 ? section : { ...section, locator: { kind: 'heading', path: heading, start, end } };
}

function protectedBook(uri: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `${uri} is under copy protection (DRM), and its text is encrypted.`,
    remedy: 'Get a copy without protection from where it was bought.',
    path: uri,
  });
}

function invalid(uri: string, reason: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable EPUB book: ${reason}.`,
    remedy: 'Get an undamaged copy of the book.',
    path: uri,
  });
}
