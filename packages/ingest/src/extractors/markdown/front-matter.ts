import type { DocumentDescription } from '@cubo/contracts';
import type { TextLine } from '../../text/text-lines.ts';

/** A front matter with more lines than this is none. */
const longestFrontMatter = 500;
/** More of a line is not looked at. */
const longestKey = 200;

const key = /^["']?[\p{L}\p{N}_][\p{L}\p{N}_.-]*["']?[ \t]*(?:=|:(?:\s|$))/u;
/** Lines of YAML that hold no key: indented and blank ones, comments, items, ends of lists and maps. */
const continuation = /^(?:\s|$|#|-[ \t]|[\]}])/;

/**
 * Takes the YAML or TOML front matter off a document, where it begins with one: a line `---` or `+++`, keys with their
 * values, the same line again. What only looks like it (a paragraph between two rules, no second line) stays.
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
    const inner = front.slice(1, -1).map((each) => each.text);
    if (ends && isFrontMatter(inner, marker)) describe(describeFrontMatter(inner));
    else yield* front;
    front = [];
    marker = undefined;
  }
  yield* front;
}

function isFrontMatter(lines: readonly string[], marker: string): boolean {
  const starts = lines.map((line) => line.slice(0, longestKey));
  const first = starts.find((line) => line.trim() !== '');
  if (first === undefined) return true;
  if (marker === '+++') return key.test(first) || first.startsWith('[');
  return key.test(first) && starts.every((line) => continuation.test(line) || key.test(line));
}

/** Plain values of title, author and language. */
function describeFrontMatter(lines: readonly string[]): DocumentDescription {
  const values = new Map<string, string>();
  for (const line of lines) {
    const [begin = '', name] = /^([A-Za-z_]+)[ \t]*[:=]/.exec(line) ?? [];
    const value = line
      .slice(begin.length)
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim();
    if (name && value && !/^[[{|>&*!]/.test(value)) values.set(name.toLowerCase(), value);
  }
  const title = values.get('title');
  const author = values.get('author');
  const language = values.get('lang') ?? values.get('language');
  return { ...(title && { title }), ...(author && { author }), ...(language && { language }) };
}
