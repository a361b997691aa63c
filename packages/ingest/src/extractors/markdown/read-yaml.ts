import { flowValue, fold } from './flow-value.ts';
import type { LabelNode } from './label-node.ts';

/** Lists and maps inside each other beyond this are not read. */
const deepest = 20;
const longestKey = 200;

/**
 * Reads the YAML of a front matter (YAML 1.2, without references and directives): maps, lists, texts over several lines.
 * Unlike a strict reader it keeps the other values where one is no YAML, such as `title: Rules: all of them`.
 */
export function readYaml(source: readonly string[]): ReadonlyMap<string, LabelNode> {
  const lines = [...source];
  let at = 0;

  function skipBlank(): void {
    while (at < lines.length && /^\s*(?:#|$)/.test(lines[at] as string)) at++;
  }

  /** The value whose first line comes next, if it is indented by `least` or more. */
  function readBlock(least: number, depth: number): LabelNode | undefined {
    skipBlank();
    const line = lines[at];
    if (line === undefined) return undefined;
    const indent = indentOf(line);
    if (indent < least || depth > deepest) return undefined;
    if (isItem(line, indent)) return readList(indent, depth);
    if (keyOf(line, indent) !== undefined) return readMap(indent, depth);
    at++;
    return readValue(line.slice(indent), indent - 1, depth);
  }

  function readMap(indent: number, depth: number): Map<string, LabelNode> {
    const entries = new Map<string, LabelNode>();
    for (skipBlank(); at < lines.length; skipBlank()) {
      const line = lines[at] as string;
      const own = indentOf(line);
      if (own < indent) break;
      const key = own === indent ? keyOf(line, indent) : undefined;
      if (own === indent && depth > 0 && isItem(line, indent)) break;
      at++;
      if (key === undefined) continue;
      const value = readValue(line.slice(key.end), indent, depth);
      if (value !== undefined) entries.set(key.name.toLowerCase(), value);
    }
    return entries;
  }

  function readList(indent: number, depth: number): LabelNode[] {
    const items: LabelNode[] = [];
    for (skipBlank(); at < lines.length; skipBlank()) {
      const line = lines[at] as string;
      if (indentOf(line) !== indent || !isItem(line, indent)) break;
      const rest = line.slice(indent + 1);
      const inner = indent + 1 + indentOf(rest);
      let value: LabelNode | undefined;
      if (rest.trim() === '' || (!isItem(line, inner) && keyOf(line, inner) === undefined) || depth >= deepest) {
        at++;
        value = readValue(rest, indent, depth, true);
      } else {
        // The list or map that begins behind the dash goes on at the same place in the lines below.
        lines[at] = ' '.repeat(inner) + line.slice(inner);
        value = readBlock(inner, depth + 1);
      }
      if (value !== undefined) items.push(value);
    }
    return items;
  }

  /** A value that begins in the line of its key or dash, which is indented by `indent`. */
  function readValue(text: string, indent: number, depth: number, isItemOfList = false): LabelNode | undefined {
    const rest = text.trim().replace(/^(?:[&!]\S+(?:\s+|$))+/, '');
    if (rest === '' || rest.startsWith('#')) {
      skipBlank();
      const next = lines[at];
      // A list may stand below its key without being indented.
      const least = !isItemOfList && next !== undefined && isItem(next, indent) ? indent : indent + 1;
      return readBlock(least, depth + 1);
    }
    if (/^[|>][1-9+-]{0,2}\s*(?:#.*)?$/.test(rest)) return readText(rest, indent);
    const following: string[] = [];
    for (; at < lines.length; at++) {
      const line = lines[at] as string;
      const closes = /^[[{]/.test(rest) && /^\s*[\]}]/.test(line);
      if (line.trim() !== '' && indentOf(line) <= indent && !closes) break;
      following.push(line);
    }
    return flowValue([rest, ...following].join('\n'));
  }

  /** A text whose line breaks count (`|`) or are folded (`>`). */
  function readText(header: string, indent: number): string {
    const stated = Number(/[1-9]/.exec(header.slice(0, 3))?.[0] ?? 0);
    let border = stated === 0 ? undefined : Math.max(0, indent) + stated;
    const taken: string[] = [];
    for (; at < lines.length; at++) {
      const line = lines[at] as string;
      const own = indentOf(line);
      if (line.trim() === '') {
        taken.push('');
        continue;
      }
      if (own <= indent) break;
      border ??= own;
      if (own < border) break;
      taken.push(line.slice(border));
    }
    return header.startsWith('|') ? taken.join('\n') : fold(taken);
  }

  const root = readBlock(0, 0);
  return root instanceof Map ? root : new Map<string, LabelNode>();
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ' || line[indent] === '\t') indent++;
  return indent;
}

function isItem(line: string, indent: number): boolean {
  return line[indent] === '-' && indentOf(line) <= indent && isEnd(line[indent + 1]);
}

/** The key that stands at an offset of a line, and where it ends. */
function keyOf(line: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const quote = line[start];
  if (quote === '"' || quote === "'") {
    const close = line.indexOf(quote, start + 1);
    const colon = close < 0 ? -1 : line.indexOf(':', close);
    if (colon < 0 || line.slice(close + 1, colon).trim() !== '' || !isEnd(line[colon + 1])) return undefined;
    return { name: line.slice(start + 1, close), end: colon + 1 };
  }
  if (/[[{#&*!|>%@`:]/.test(quote ?? '')) return undefined;
  for (let at = line.indexOf(':', start); at >= 0 && at - start <= longestKey; at = line.indexOf(':', at + 1))
    if (isEnd(line[at + 1])) return { name: line.slice(start, at).trim(), end: at + 1 };
  return undefined;
}

function isEnd(sign: string | undefined): boolean {
  return sign === undefined || sign.trim() === '';
}
