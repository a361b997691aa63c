import {
  CuboError,
  type DocumentDescription,
  type Extractor,
  isCuboError,
  type Section,
  type Source,
} from '@cubo/contracts';
import { heldSource } from '../../sources/held-source.ts';
import { readSource } from '../../sources/read-source.ts';
import { largestMessage } from '../eml/parse-eml.ts';
import { type MimeNode, type MimeParts, parseMimeParts } from '../eml/parse-mime.ts';
import { htmlExtractor } from '../html/html-extractor.ts';
import { emptySource } from '../shared/empty-source.ts';
import { createMemberSections } from '../shared/member-sections.ts';
import { isPage, pageParts } from './page-parts.ts';

/** A page with less text is a set of frames, and what they show is the document. */
const leastText = 500;

/**
 * Reads web pages that a browser or office program saved as a single file (MHTML, RFC 2557): the page as the extractor of
 * HTML reads it, then the other documents among the parts, such as pages in frames, each with the extractor that reads
 * it. Pictures, styles and scripts are left out. Where and when the page was saved are the labels `url` and `fetchedAt`.
 * A file may have half of `maximumBytes`.
 */
export function mhtmlExtractor(): Extractor {
  const html = htmlExtractor();
  return {
    id: 'mhtml@1',
    mediaTypes: ['multipart/related', 'application/x-mimearchive'],
    extensions: ['.mhtml', '.mht'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { signal } = context;
      const bytes = await readSource(source, { maximumBytes: largestMessage(context), signal });
      const message = await parts(bytes, source.uri);
      signal?.throwIfAborted();
      const { root, documents } = pageParts(message.root);
      const own = descriptionOf(message, root);
      context.describe(own);
      const members = createMemberSections(context);
      let characters = 0;
      const describe = (more: DocumentDescription) =>
        context.describe({ ...more, ...(more.metadata && { metadata: { ...own.metadata, ...more.metadata } }) });
      const unread = context.unread.bind(context);
      let problem: CuboError | undefined;
      try {
        const page = root && partSource(root, source.uri, 'page.html');
        if (page)
          for await (const section of html.extract(page, { ...context, unread, describe })) {
            characters += section.text.length;
            yield members.own(section);
          }
      } catch (error) {
        if (!isCuboError(error)) throw error;
        problem = error;
      }
      for (const [index, part] of documents(characters < leastText).entries()) {
        const name = nameOf(part) ?? `part ${index + 2}${isPage(part) ? '.html' : ''}`;
        yield* members.read(partSource(part, `${source.uri}!/${name}`, name));
      }
      if (members.isEmpty) throw problem ?? (root ? emptySource(source.uri) : invalid(source.uri, 'it holds no page'));
      if (problem && problem.code !== 'CUBO_SOURCE_EMPTY')
        context.unread({ place: 'the page itself', reason: problem.message, code: problem.code });
    },
  };
}

async function parts(bytes: Uint8Array, uri: string): Promise<MimeParts> {
  let message: MimeParts;
  try {
    message = await parseMimeParts(bytes);
  } catch (cause) {
    throw invalid(uri, (cause as Error).message.split('\n', 1)[0] ?? '', cause);
  }
  if (!message.root.headers.some(({ key }) => key === 'content-type')) throw invalid(uri, 'it has no header');
  return message;
}

/** The subject is the title of the page, for pages that name none themselves. */
function descriptionOf(message: MimeParts, page: MimeNode | undefined): DocumentDescription {
  const title = message.subject?.replace(/\s+/g, ' ').trim().toWellFormed();
  const saved = Date.parse(message.date ?? '');
  const location = headerOf(message.root, 'snapshot-content-location') ?? (page && headerOf(page, 'content-location'));
  const metadata = {
    ...(location && /^https?:\/\//i.test(location) && { url: location }),
    ...(!Number.isNaN(saved) && { fetchedAt: new Date(saved).toISOString() }),
  };
  return { ...(title && { title }), ...(Object.keys(metadata).length > 0 && { metadata }) };
}

function headerOf(part: MimeNode, name: string): string | undefined {
  return part.headers.find(({ key }) => key === name)?.value;
}

/** The last part of a path, as that of `https://example.com/a/list.html?page=2`. */
function nameOf(part: MimeNode): string | undefined {
  const path = (headerOf(part, 'content-location') ?? '')
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:(?:\/\/[^/\\]*)?/i, '');
  const last = path
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\p{Cc}]+/gu, ' ')
    .trim();
  return last === undefined || last === '' || last.includes('@') ? undefined : last.slice(0, 200);
}

function partSource(part: MimeNode, uri: string, name: string): Source {
  const content = new Uint8Array(part.content as ArrayBuffer);
  const { value, params } = part.contentType.parsed;
  return heldSource(
    {
      uri,
      name,
      mediaType: params.charset === undefined ? value : `${value}; charset=${params.charset}`,
    },
    content,
  );
}

function invalid(uri: string, reason: string, cause?: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable saved web page (MHTML): ${reason.slice(0, 200)}.`,
    remedy: 'Open it in a browser and save it again, as HTML if need be.',
    path: uri,
    cause,
  });
}
