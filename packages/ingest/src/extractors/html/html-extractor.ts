import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { emptySource } from '../shared/empty-source.ts';
import { htmlSections } from './html-sections.ts';

/**
 * Reads HTML pages, streamed. Headings become the breadcrumb, tables sections of their own with their header row as context;
 * navigation, page headers and footers, forms, scripts and hidden elements are left out, unless nothing else is there. Title,
 * author and language describe the document. The encoding comes from the bytes or, where they leave it open, from
 * `<meta charset>`.
 */
export function htmlExtractor(): Extractor {
  return {
    id: 'html@1',
    mediaTypes: ['text/html', 'application/xhtml+xml'],
    extensions: ['.html', '.htm', '.xhtml'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { pieces } = await openText(source, {
        signal: context.signal,
        declaredEncoding,
        unread: (place) => context.unread(place),
      });
      for (const keepBoilerplate of [false, true]) {
        let empty = true;
        const describe = context.describe.bind(context);
        for await (const section of htmlSections(pieces(), { uri: source.uri, keepBoilerplate, describe })) {
          empty = false;
          yield section;
        }
        if (!empty) return;
      }
      throw emptySource(source.uri, 'If a script fills the page, save it from the browser once it is shown.');
    },
  };
}

function declaredEncoding(head: string): string | undefined {
  const xml = /^\s*<\?xml[^>]*\sencoding=["']([\w-]+)["']/i.exec(head);
  const meta = /<meta[^>]*\scharset\s*=\s*["']?\s*([\w-]+)/i.exec(head);
  const equivalent = /<meta[^>]*\scontent\s*=\s*["'][^"'>]*charset\s*=\s*([\w-]+)/i.exec(head);
  return (meta ?? equivalent ?? xml)?.[1];
}
