import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { textLines } from '../../text/text-lines.ts';
import { emptySource } from '../shared/empty-source.ts';
import { withoutFrontMatter } from './front-matter.ts';
import { createMarkdownSections } from './markdown-sections.ts';

/**
 * Reads Markdown (CommonMark with the tables of GitHub). The document text is the decoded file. Each heading begins a
 * section with the path of headings as breadcrumb; tables become sections of their own, of 20 rows with the header row as
 * context, and so does fenced code of more than a line or two. Front matter (YAML, TOML) is left out of the sections; its
 * title, author, language and other values describe the document (those in maps by the names that lead to them, texts up to
 * 4000 characters), and where it names no title the first heading of level 1 does.
 */
export function markdownExtractor(): Extractor {
  return {
    id: 'markdown@3',
    mediaTypes: ['text/markdown', 'text/x-markdown'],
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mdx', '.qmd', '.rmd'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { pieces } = await openText(source, { signal: context.signal, unread: (place) => context.unread(place) });
      let described = false;
      const sections = createMarkdownSections((description) => {
        if (!described) context.describe(description);
      });
      const lines = withoutFrontMatter(textLines(pieces()), (description) => {
        described = description.title !== undefined;
        context.describe(description);
      });
      let empty = true;
      for await (const line of lines) {
        for (const section of sections.push(line)) {
          empty = false;
          yield section;
        }
      }
      for (const section of sections.finish()) {
        empty = false;
        yield section;
      }
      if (empty) throw emptySource(source.uri);
    },
  };
}
