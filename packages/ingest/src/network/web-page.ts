import { CuboError, type Extractor, type Metadata, type Source } from '@cubo/contracts';
import { fetchPage } from './fetch-page.ts';
import type { Network } from './network.ts';
import { parseWebUrl } from './parse-web-url.ts';

/** How a web page becomes a source. */
export interface WebPageOptions {
  readonly signal?: AbortSignal | undefined;
  /** Title, where you know a better one than the page's own. */
  readonly title?: string | undefined;
  /** Labels to store with the document, beside `url` and `fetchedAt`. */
  readonly metadata?: Metadata | undefined;
}

/**
 * Fetches a page of the public web (HTML, text, PDF, office documents: what one of the extractors reads) as a source.
 * Its URI is the URL that was asked for, without fragment; its labels say where it was found after redirects (`url`) and
 * when (`fetchedAt`, ISO 8601). The bytes are held in memory.
 *
 * @throws CuboError `CUBO_NETWORK_REFUSED`, `CUBO_NETWORK_FAILED`, `CUBO_SOURCE_TOO_LARGE`, `CUBO_FORMAT_UNSUPPORTED`,
 * `CUBO_BAD_ARGUMENT`
 */
export async function webPage(
  given: string | URL,
  options: WebPageOptions & { network: Network; extractors: readonly Extractor[]; now: () => number },
): Promise<Source> {
  const { network, extractors, now, signal } = options;
  const uri = parseWebUrl(given).href;
  const page = await fetchPage(given, {
    network,
    signal,
    accept: ({ url, contentType }) => {
      if (!isReadable(url, mediaTypeOf(contentType), extractors)) throw unwanted(url, contentType);
    },
  });
  const fetchedAt = new Date(now()).toISOString();
  const isUnsaid = unsaid.has(mediaTypeOf(page.contentType));
  return {
    uri,
    name: nameOf(page.url),
    // With its parameters: the charset of the header is what the server knows.
    mediaType: isUnsaid ? undefined : page.contentType,
    size: page.body.byteLength,
    modifiedAt: page.modifiedAt,
    title: options.title,
    metadata: { url: page.url.href, fetchedAt, ...options.metadata },
    async *open(openOptions) {
      openOptions?.signal?.throwIfAborted();
      yield page.body;
    },
  };
}

/** What servers say when they do not know. */
const unsaid = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download']);

function isReadable(url: URL, mediaType: string, extractors: readonly Extractor[]): boolean {
  const extension = /\.[^./]+$/.exec(url.pathname)?.[0].toLowerCase() ?? '';
  if (unsaid.has(mediaType)) return extractors.some(({ extensions }) => extensions.includes(extension));
  return mediaType.startsWith('text/') || extractors.some(({ mediaTypes }) => mediaTypes.includes(mediaType));
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** The last part of the path, or the name of the host. */
function nameOf({ hostname, pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(last) || hostname;
  } catch {
    return last;
  }
}

function unwanted(url: URL, contentType: string): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_UNSUPPORTED',
    message: `${url.href} is ${contentType.slice(0, 100) || 'of a type that its server does not state'}, which no extractor reads.`,
    remedy: 'Add an extractor for its media type, or import another form of the document.',
    path: url.href,
  });
}
