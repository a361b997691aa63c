import type { DocumentDescription, MetadataValue } from '@cubo/contracts';
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

/** Keys with a meaning of their own; all others with a plain value are metadata. */
const own: ReadonlySet<string> = new Set(['title', 'author', 'authors', 'lang', 'language']);
const mostKeys = 50;
const longestValue = 500;

/** Title, author and language, and whatever else is labelled with texts, numbers or lists of them. */
function describeFrontMatter(lines: readonly string[]): DocumentDescription {
  const values = readValues(lines);
  const text = (...names: string[]) => {
    const value = names.map((name) => values.get(name)).find((each) => each !== undefined);
    return value === undefined || typeof value === 'boolean' || value === null ? undefined : [value].flat().join(', ');
  };
  const title = text('title');
  const author = text('author', 'authors');
  const language = text('lang', 'language');
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

/** Values at the beginning of lines, of TOML's tables too: `key: value`, `key: [a, b]`, and lists of lines `- a`, in YAML and TOML. */
function readValues(lines: readonly string[]): Map<string, MetadataValue> {
  const values = new Map<string, MetadataValue>();
  let listed: { readonly name: string; readonly items: string[] } | undefined;
  for (const line of lines) {
    const item = /^\s*-[ \t]+(.*)$/.exec(line.slice(0, longestValue).trimEnd())?.[1];
    if (item !== undefined && listed) {
      const value = scalar(item);
      if (value !== undefined) values.set(listed.name, [...listed.items, String(value)]);
      if (value !== undefined) listed.items.push(String(value));
      continue;
    }
    const [begin = '', quoted] = /^(["']?[\p{L}\p{N}_][\p{L}\p{N}_.-]*["']?)[ \t]*(?:=|:(?=\s|$))/u.exec(line) ?? [];
    if (quoted === undefined) {
      if (line.trim() !== '') listed = undefined;
      continue;
    }
    const name = quoted.replace(/["']/g, '').toLowerCase();
    const rest = line.slice(begin.length).trim();
    listed = rest === '' ? { name, items: [] } : undefined;
    const value = /^\[.*\]$/.test(rest) ? listOf(rest.slice(1, -1)) : scalar(rest);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

function listOf(text: string): readonly string[] {
  const items = text.match(/\s*(?:"[^"]*"|'[^']*'|[^,]+)/g) ?? [];
  return items.flatMap((item) => {
    const value = scalar(item.trim());
    return value === undefined || value === null ? [] : [String(value)];
  });
}

/** A plain value; `undefined` for maps, references and blocks of text. */
function scalar(text: string): string | number | boolean | null | undefined {
  const quoted = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(text)?.[2];
  if (quoted !== undefined) return quoted.trim().slice(0, longestValue).toWellFormed();
  const plain = text.replace(/(?:^|\s)#.*$/, '').trim();
  if (plain === '' || /^[[{|>&*!]/.test(plain) || plain === '-') return undefined;
  if (plain === 'true' || plain === 'false') return plain === 'true';
  if (plain === 'null' || plain === '~') return null;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/.test(plain)) return Number(plain);
  return plain.slice(0, longestValue).toWellFormed();
}
