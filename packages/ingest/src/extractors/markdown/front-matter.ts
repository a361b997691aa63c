import type { DocumentDescription } from '@cubo/contracts';
import type { TextLine } from '../../text/text-lines.ts';
import { labelValues } from './label-node.ts';
import { readToml } from './read-toml.ts';
import { readYaml } from './read-yaml.ts';

/** A front matter with more lines than this is none. */
const longestFrontMatter = 500;
/** More of a line is not looked at. */
const longestKey = 200;

const key = /^["']?[\p{L}\p{N}_][\p{L}\p{N}_.-]*["']?[ \t]*(?:=|:(?:\s|$))/u;
const blank = /^\s*(?:#|$)/;
/** Lines of YAML that hold no key: indented and blank ones, comments, items, ends of lists and maps. */
const continuation = /^(?:\s|$|#|-[ \t]|[\]}])/;

/**
 * Takes the YAML or TOML front matter off a document, where it begins with one: a line `---` or `+++`, keys with their
 * values, the same line again. What only looks like it (a paragraph between two rules, no second line) stays. The readers
 * are our own: much of what stands in front matter is no strict YAML, and one such value must not cost the others.
 *
 * @param describe hears what the front matter says about the document
 */
export async function* withoutFrontMatter(
  lines: AsyncIterable<TextLine>,
  describe: (description: DocumentDescription) => void,
): AsyncGenerator<TextLine> {
  let front: TextLine[] = [];
  let marker: string | undefined;
  for await (const line of lines) {
    const text = line.text.trimEnd();
    if (line.start === 0 && (text === '---' || text === '+++')) marker = text;
    if (marker === undefined) {
      yield line;
      continue;
    }
    front.push(line);
    const ends = line.start > 0 && text === marker;
    if (!ends && front.length < longestFrontMatter) continue;
    const inner = front.slice(1, -1).map((each) => each.text.replace(/[\r\n]+$/, ''));
    if (ends && isFrontMatter(inner, marker)) describe(describeFrontMatter(inner));
    else yield* front;
    front = [];
    marker = undefined;
  }
  yield* front;
}

function isFrontMatter(lines: readonly string[], marker: string): boolean {
  const starts = lines.map((line) => line.slice(0, longestKey));
  const first = starts.find((line) => !blank.test(line));
  if (first === undefined) return starts.every((line) => line.trim() === '');
  if (marker === '+++') return key.test(first) || first.startsWith('[');
  return key.test(first) && starts.every((line) => continuation.test(line) || key.test(line));
}

/** Keys with a meaning of their own; all others with a plain value are metadata. */
const own: ReadonlySet<string> = new Set([
  'title',
  'author',
  'author.name',
  'authors',
  'authors.name',
  'lang',
  'language',
]);
const mostKeys = 50;

/** Title, author and language, and whatever else is labelled with texts, numbers or lists of them. */
function describeFrontMatter(lines: readonly string[]): DocumentDescription {
  const first = lines.find((line) => !blank.test(line)) ?? '';
  const values = labelValues(/^(?:\[|[^:]*=)/.test(first.slice(0, longestKey)) ? readToml(lines) : readYaml(lines));
  const text = (...names: string[]): string => {
    const texts = names.flatMap((name) => values.get(name) ?? []).filter((value) => typeof value !== 'boolean');
    return texts.join(', ').replace(/\s+/g, ' ');
  };
  const title = text('title');
  // A list may hold names beside maps with names.
  const author = text('author', 'author.name') || text('authors', 'authors.name');
  const language = text('lang') || text('language');
  const metadata = Object.fromEntries(
    Array.from(values)
      .filter(([name]) => !own.has(name))
      .slice(0, mostKeys),
  );
  return {
    ...(title && { title }),
    ...(author && { author }),
    ...(language && { language }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}
