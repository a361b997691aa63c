import { setImmediate } from 'node:timers/promises';
import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { emptySource } from '../shared/empty-source.ts';
import { deepestElement } from './html-elements.ts';
import { htmlSections } from './html-sections.ts';
import { blocksBesideContent } from './main-content.ts';
import { createPageOutline } from './page-outline.ts';

const pieceSize = 64 * 1024;

/**
 * Reads HTML pages, streamed. Headings become the breadcrumb, tables sections of their own with their header row as
 * context; navigation, page headers and footers, forms without text of their own, scripts and hidden elements are left
 * out; all but the last two are read where nothing else is there. Title, author and language describe the document. The
 * encoding comes from the bytes or, where they leave it open, from `<meta charset>`.
 */
export function htmlExtractor(): Extractor {
  return {
    id: 'html@3',
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    extensions: ['.html', '.htm', '.xhtml', '.xht'],
    async *extract(source, context): AsyncGenerator<Section> {
      let isXhtml = /\.xht(?:ml)?$/i.test(source.name);
      const { pieces } = await openText(source, {
        signal: context.signal,
        declaredEncoding(head) {
          isXhtml ||= /^(?:\xef\xbb\xbf)?\s*<\?xml\s/.test(head);
          return declaredEncoding(head);
        },
        unread: (place) => context.unread(place),
      });
      const describe = context.describe.bind(context);
      const beside = await blocksToPassOver(pieces(), isXhtml);
      // Where nothing else is there, what surrounds the document is the document.
      for (const passOver of beside.size > 0 ? [beside, undefined] : [undefined]) {
        let empty = true;
        for await (const section of htmlSections(pieces(), {
          uri: source.uri,
          passOver,
          describe,
          selfClosing: isXhtml,
          unread: (place) => context.unread(place),
        })) {
          empty = false;
          yield section;
        }
        if (!empty) return;
      }
      throw emptySource(source.uri, 'If a script fills the page, save it from the browser once it is shown.');
    },
  };
}

/** Looks over a page for what is not part of its document, as far as it will be read. */
async function blocksToPassOver(pieces: AsyncIterable<string>, selfClosing: boolean): Promise<ReadonlySet<number>> {
  const outline = createPageOutline();
  let depth = 0;
  const { Parser } = await import('htmlparser2');
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth <= deepestElement) outline.open(name, attributes);
      },
      onclosetag(name) {
        depth--;
        if (depth < deepestElement) outline.close(name);
      },
      ontext: outline.text,
    },
    { decodeEntities: true, recognizeSelfClosing: selfClosing },
  );
  for await (const piece of pieces) {
    for (let start = 0; start < piece.length; start += pieceSize) {
      parser.write(piece.slice(start, start + pieceSize));
      await setImmediate();
      // Neither reading goes on from here, and the parser takes longer with each further tag.
      if (depth > deepestElement) return blocksBesideContent(outline.finish());
    }
  }
  parser.end();
  return blocksBesideContent(outline.finish());
}

/** Of a longer tag the rest is not looked at. */
const longestTag = 1000;

function declaredEncoding(head: string): string | undefined {
  const tags = Array.from(
    head.matchAll(/<meta\b/gi),
    ({ index }) => head.slice(index, index + longestTag).split('>', 1)[0] ?? '',
  );
  for (const pattern of [/\scharset\s*=\s*["']?\s*([\w-]+)/i, /\scontent\s*=\s*["'][^"']*charset\s*=\s*([\w-]+)/i]) {
    for (const tag of tags) {
      const name = pattern.exec(tag)?.[1];
      if (name !== undefined) return name;
    }
  }
  return /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(head.slice(0, longestTag))?.[1];
}
