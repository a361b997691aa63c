import { CuboError, type Extractor, type Source } from '@cubo/contracts';
import { looksBinary } from '../text/encoding-detector.ts';
import { unmarkedUnicode } from '../text/unmarked-unicode.ts';
import { contentFormat, looksLikeHtml, textFormat } from './content-format.ts';
import { unsupportedFormats, zippedOfficeFormats } from './unsupported-formats.ts';

/** Knows which extractor reads which source. */
export interface ExtractorRegistry {
  /** The extractors, in the order they were given. */
  readonly extractors: readonly Extractor[];
  /**
   * The extractor for a source: by its media type, which is only given where it is certain, then by the extension of
   * its name, then by its first bytes. Bytes that are certainly of another format (a PDF called `.txt`) win over both.
   *
   * @param head the first bytes, see `readSourceHead`; without them only media type and name decide
   * @throws CuboError `CUBO_FORMAT_UNSUPPORTED` when there is none
   */
  find(source: Source, head?: Uint8Array): Extractor;
}

/**
 * A registry of extractors. Where two read the same format the later one wins, so that an application's own come after
 * the built-in ones: `createExtractorRegistry([...builtinExtractors(), myExtractor()])`.
 */
export function createExtractorRegistry(extractors: readonly Extractor[]): ExtractorRegistry {
  const byExtension = new Map<string, Extractor>();
  const byMediaType = new Map<string, Extractor>();
  for (const extractor of extractors) {
    for (const extension of extractor.extensions) byExtension.set(extension.toLowerCase(), extractor);
    for (const mediaType of extractor.mediaTypes) byMediaType.set(mediaType.toLowerCase(), extractor);
  }
  return {
    extractors: [...extractors],
    find(source, head) {
      const extension = extensionOf(source.name);
      const named = byMediaType.get(mediaTypeOf(source)) ?? byExtension.get(extension);
      const format = head && contentFormat(head);
      if (named && (!format || !contradicts(named, format.mediaType, byMediaType))) {
        const mayBePage = named.mediaTypes.includes('application/xml') || extension === '.php';
        const isPage = head !== undefined && mayBePage && looksLikeHtml(head);
        return (isPage && byMediaType.get('text/html')) || named;
      }
      const known = format && byMediaType.get(format.mediaType);
      if (known) return known;
      if (format?.mediaType === 'application/x-ole-storage' && zippedOfficeFormats.has(extension))
        throw encrypted(source, extension);
      const text = head && !looksBinary(head) && (byMediaType.get(textFormat(head)) ?? byMediaType.get('text/plain'));
      const what = format?.name ?? unsupportedFormats[extension];
      // Programs like to call pages and tables of text `.xls` and `.doc`; no bytes, though, are of no format.
      const isText = text && format === undefined && head.byteLength > 0;
      if (what !== undefined && !isText) throw unsupported(source, extension, what);
      if (text) return text;
      // UTF-16 and UTF-32 are full of NULs; the extractor of texts finds out which it is.
      const plain = byMediaType.get('text/plain');
      if (head && plain && (isMarkedUtf16(head) || unmarkedUnicode(head) !== undefined)) return plain;
      throw unsupported(source, extension, undefined);
    },
  };
}

/**
 * A text extractor cannot read a binary format, and where another extractor is made for just this format, that one is
 * meant. Whoever reads some other binary format may well read a container such as ZIP, in which many formats lie.
 */
function contradicts(named: Extractor, mediaType: string, byMediaType: ReadonlyMap<string, Extractor>): boolean {
  if (named.mediaTypes.includes(mediaType)) return false;
  if (named.mediaTypes.length > 0 && named.mediaTypes.every((type) => type.startsWith('text/'))) return true;
  return mediaType !== 'application/zip' && byMediaType.has(mediaType);
}

function isMarkedUtf16(head: Uint8Array): boolean {
  const [first, second] = head;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function extensionOf(name: string): string {
  return /[^/\\](\.[^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

function mediaTypeOf(source: Source): string {
  return source.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function unsupported(source: Source, extension: string, what: string | undefined): CuboError {
  const isRecording = what === 'an audio recording' || what === 'a video';
  const own = isRecording ? 'Install @cubo/speech and give audioExtractor() as an extractor. Or: ' : '';
  const remedy = extension
    ? `Add an extractor whose extensions include ${JSON.stringify(extension)}, or convert the file to a format that is read.`
    : 'Add an extractor for its media type, or give it the extension of a format that is read.';
  return new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: what
      ? `${source.uri} is ${what}, a format that no extractor reads.`
      : `${source.uri} is in a binary format that is not known${extension ? ` (${extension})` : ''}.`,
    remedy: own + remedy,
    path: source.uri,
  });
}

/** A password turns these formats, which are ZIP archives, into the container that their predecessors were. */
function encrypted(source: Source, extension: string): CuboError {
  return new CuboError({
    code: 'CUBO_SOURCE_ENCRYPTED',
    message: `${source.uri} is named as ${unsupportedFormats[extension]}, but is encrypted or of before 2007.`,
    remedy: `If it asks for a password, save it without one; then convert it to a format that is read, or add an extractor whose extensions include ${JSON.stringify(extension)}.`,
    path: source.uri,
  });
}
