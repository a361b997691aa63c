import type { Extractor, Section } from '@cubo/contracts';
import { openText } from '../../text/decode-text.ts';
import { type TextLine, textLines } from '../../text/text-lines.ts';
import { emptySource } from '../shared/empty-source.ts';
import { describeFrontMatter, frontMatterEnd } from './front-matter.ts';
import { createMarkdownSections } from './markdown-sections.ts';

/** A front matter with more lines than this is none. */
const longestFrontMatter = 500;

/**
 * Reads Markdown (CommonMark with the tables of GitHub). The document text is the decoded file. Each heading begins a section
 * with the path of headings as breadcrumb; tables become sections of their own with the header row as context, and so does
 * fenced code of more than 400 characters. Front matter is left out of the sections; its title, author and language describe
 * the document, and where it names no title the first heading of level 1 does.
 */
export function markdownExtractor(): Extractor {
  return {
    id: 'markdown@1',
    mediaTypes: ['text/markdown', 'text/x-markdown'],
    extensions: ['.md', '.markdown', '.mdown', '.mkd', '.mdx', '.qmd', '.rmd'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { pieces } = await openText(source, { signal: context.signal, unread: (place) => context.unread(place) });
      let described = false;
      const sections = createMarkdownSections((description) => {
        if (!described) context.describe(description);
      });
      let empty = true;
      let front: TextLine[] = [];
      let marker: string | undefined;
      for await (const line of textLines(pieces())) {
        let due = [line];
        if (line.start === 0) marker = frontMatterEnd(line.text);
        if (marker !== undefined) {
          front.push(line);
          if (line.start > 0 && line.text.trimEnd() === marker) {
            const description = describeFrontMatter(front.slice(1, -1).map(({ text }) => text));
            described = description.title !== undefined;
            context.describe(description);
            marker = undefined;
            continue;
          }
          if (front.length < longestFrontMatter) continue;
          due = front;
          marker = undefined;
        }
        front = [];
        for (const each of due)
          for (const section of sections.push(each)) {
            empty = false;
            yield section;
          }
      }
      if (marker !== undefined) for (const line of front) yield* sections.push(line);
      for (const section of sections.finish()) {
        empty = false;
        yield section;
      }
      if (empty) throw emptySource(source.uri);
    },
  };
}
