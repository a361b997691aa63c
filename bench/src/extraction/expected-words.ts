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
 * The share of the words of `expected` that `text` has, each as often as there: 1 if none is missing. Words in scripts
 * without spaces are compared character by character.
 */
export function wordRecall(expected: string, text: string): number {
  const wanted = countWords(expected);
  const held = countWords(text);
  let total = 0;
  let found = 0;
  for (const [word, count] of wanted) {
    total += count;
    found += Math.min(count, held.get(word) ?? 0);
  }
  return total === 0 ? 1 : found / total;
}

const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [found] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    for (const part of found.match(word) ?? []) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return counts;
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
