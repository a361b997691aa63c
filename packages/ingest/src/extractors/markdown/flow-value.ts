import type { LabelNode } from './label-node.ts';

/** Lists and maps inside each other beyond this are not read. */
const deepest = 20;
const longestComment = 1000;

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', e: '\x1b', _: '\u00a0' };

/**
 * The value of a text in the flow style of YAML (1.2, chapter 7) or of TOML: quoted or plain, a list `[a, b]` or a map
 * `{a: b}`. Line breaks within it are folded. What is no such value although it begins like one is taken as it stands.
 *
 * @returns `undefined` for nothing, and for references
 */
export function flowValue(source: string): LabelNode | undefined {
  const text = withoutTag(source.trim());
  if (text === '' || text.startsWith('#') || text.startsWith('*') || text.startsWith('{{')) return undefined;
  if (/^[["'{]/.test(text)) {
    const [value, end] = readFlow(text, 0, 0);
    const rest = text.slice(end).trimStart();
    if (rest === '' || rest.startsWith('#')) return value;
  }
  return plainValue(fold(text.split('\n').map(withoutComment)));
}

/** Lines as one text: a line break is a space, a blank line a line break. */
export function fold(lines: readonly string[]): string {
  let text = '';
  let breaks = 0;
  for (const line of lines) {
    const plain = line.trim();
    if (plain === '') {
      breaks++;
      continue;
    }
    if (text !== '') text += breaks > 0 ? '\n'.repeat(breaks) : ' ';
    text += plain;
    breaks = 0;
  }
  return text;
}

/** A value that is not quoted: a number, a truth value, nothing, else a text. */
function plainValue(text: string): LabelNode | undefined {
  if (text === '' || text === '-') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null' || text === '~') return null;
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,14})?$/.test(text)) return Number(text);
  return text;
}

/** Takes away `&anchor` and `!tag`. */
function withoutTag(text: string): string {
  return text.replace(/^(?:[&!]\S+(?:\s+|$))+/, '');
}

function withoutComment(line: string): string {
  const at = line.startsWith('#') ? 0 : line.search(/\s#/);
  return at < 0 ? line : line.slice(0, at);
}

type Read<T> = readonly [value: T, end: number];

function readFlow(text: string, at: number, depth: number): Read<LabelNode> {
  if (depth > deepest) return [null, text.length];
  if (text[at] === '[') return readList(text, at + 1, depth);
  if (text[at] === '{') return readMap(text, at + 1, depth);
  return readItem(text, at, /[,\]}]/g);
}

function readList(text: string, start: number, depth: number): Read<LabelNode[]> {
  const items: LabelNode[] = [];
  let at = skipSpace(text, start);
  while (at < text.length && text[at] !== ']') {
    const [value, end] = readFlow(text, at, depth + 1);
    if (value !== null || text[at] !== ',') items.push(value);
    at = skipSeparator(text, end, at, ']');
  }
  return [items, at + 1];
}

function readMap(text: string, start: number, depth: number): Read<Map<string, LabelNode>> {
  const entries = new Map<string, LabelNode>();
  let at = skipSpace(text, start);
  while (at < text.length && text[at] !== '}') {
    const [key, end] = readItem(text, at, /[,}]|[:=](?=[\s"'[{]|$)/g);
    let next = skipSpace(text, end);
    if (text[next] === ':' || text[next] === '=') {
      const [value, after] = readFlow(text, skipSpace(text, next + 1), depth + 1);
      if (key !== null) entries.set(String(key).toLowerCase(), value);
      next = after;
    }
    at = skipSeparator(text, next, at, '}');
  }
  return [entries, at + 1];
}

/** Goes on behind a comma; what stands between a value and the comma is passed over. */
function skipSeparator(text: string, end: number, start: number, close: string): number {
  let at = Math.max(end, start);
  while (at < text.length && text[at] !== ',' && text[at] !== close) at++;
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

function readItem(text: string, at: number, end: RegExp): Read<LabelNode> {
  if (text[at] === '"' || text[at] === "'") return readQuoted(text, at);
  end.lastIndex = at;
  const stop = end.exec(text)?.index ?? text.length;
  const plain = fold(text.slice(at, stop).split('\n').map(withoutComment));
  return [plainValue(plain) ?? null, stop];
}

function readQuoted(text: string, at: number): Read<string> {
  const quote = text[at] as string;
  let close = at + 1;
  for (; close < text.length; close++) {
    if (text[close] === '\\' && quote === '"') close++;
    else if (text[close] !== quote) continue;
    else if (quote === "'" && text[close + 1] === quote) close++;
    else break;
  }
  const inner = text.slice(at + 1, close);
  if (quote === "'") return [fold(inner.split('\n')).replaceAll("''", "'"), close + 1];
  // A backslash before a line break joins the two lines.
  return [unescaped(fold(inner.replace(/\\\n\s*/g, '').split('\n'))), close + 1];
}

function unescaped(text: string): string {
  return text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U000([\da-f]{5})|(.))/gis, (whole, x, u, long, sign) => {
    const hexadecimal: string | undefined = x ?? u ?? long;
    if (hexadecimal === undefined) return escapes[sign] ?? sign;
    const point = Number.parseInt(hexadecimal, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** Passes over white space, and over comments that end with their line. */
function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    while (at < text.length && text[at]?.trim() === '') at++;
    const isComment = text[at] === '#' && isSpace(text[at - 1]);
    const length = isComment ? text.slice(at, at + longestComment).indexOf('\n') : -1;
    if (length < 0) return at;
    at += length;
  }
}

function isSpace(sign: string | undefined): boolean {
  return sign?.trim() === '';
}
