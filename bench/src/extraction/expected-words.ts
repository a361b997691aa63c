/** Text with white space and the bars between cells made single spaces. */
export function squeeze(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s|\u00ad\u200b\ufeff]+/g, ' ')
    .trim();
}

/** Gives the text of a file of expected output, free of the marks of its format. */
export function expectedText(name: string, content: string): string {
  if (name.endsWith('.html')) return fromHtml(content);
  if (name.endsWith('.native')) return pandocStrings(content).join(' ');
  if (name.endsWith('.json')) return jsonTexts(JSON.parse(content)).join(' ');
  return fromMarkdown(content);
}

/**
 * The share of the different words of `expected` that `text` has: 1 if none is missing. How often does not count, for
 * some programs repeat the text of merged cells and others do not. Text in scripts without spaces is compared character
 * by character.
 */
export function wordRecall(expected: string, text: string): number {
  const wanted = differentWords(expected);
  const held = differentWords(text);
  return wanted.size === 0 ? 1 : [...wanted].filter((one) => held.has(one)).length / wanted.size;
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

function differentWords(text: string): Set<string> {
  return new Set(text.normalize('NFKC').toLowerCase().match(word));
}

function fromHtml(html: string): string {
  return decodeEntities(html.replace(/<!--.*?-->|<(script|style)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>/g, ' '));
}

function fromMarkdown(markdown: string): string {
  const plain = markdown
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\([_*#[\]|<>~`])/g, '$1')
    .replace(/^\|?(?:\s*:?-+:?\s*\|)+\s*(?::?-+:?)?\s*$/gm, ' ');
  return decodeEntities(plain.replace(/<\/?[a-z][^>]*>/gi, ' '));
}

function decodeEntities(text: string): string {
  const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hexadecimal, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hexadecimal) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return names[name] ?? all;
  });
}

/** The words of a document in the syntax of Pandoc's `native` output. */
function pandocStrings(native: string): string[] {
  return [...native.matchAll(/\b(?:Str|Code|CodeBlock|Math \w+)\s*(?:\([^)]*\)\s*)?"((?:[^"\\]|\\.)*)"/g)].map(
    ([, text = '']) =>
      text.replace(/\\(\d+)/g, (_, code) => String.fromCodePoint(Number(code))).replace(/\\(.)/g, '$1'),
  );
}

/** The texts of elements, where a file holds such; otherwise every string and number in it. */
function jsonTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(jsonTexts);
  if (typeof value !== 'object' || value === null) return [];
  if ('text' in value && 'type' in value) return jsonTexts(value.text);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...jsonTexts(inner)]);
}
