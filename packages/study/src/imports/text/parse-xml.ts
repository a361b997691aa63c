import { badFile, tooLarge } from './bad-file.ts';

/** An element of an XML text. Names are without their namespace. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
  /** Where it begins, from 1. */
  readonly line: number;
}

const deepest = 200;
const mostElements = 1_000_000;

/**
 * Reads an XML text strictly: what is cut off or not well-formed is an error with its line. Document types are refused, so
 * that no entity but the five of XML is there.
 *
 * @throws CuboError `CUBO_FORMAT_INVALID`, `CUBO_LIMIT_EXCEEDED`
 */
export function parseXml(text: string, format = 'XML'): XmlElement {
  const document: Open = { name: '', attributes: {}, children: [], line: 1, tag: '' };
  const stack = [document];
  const lines = lineCounter(text);
  const fail = (problem: string, at: number) => badFile(format, problem, lines(at));
  let elements = 0;
  let at = 0;
  const add = (node: XmlElement | string) => {
    const { children } = stack.at(-1) as Open;
    if (typeof node === 'string' && typeof children.at(-1) === 'string') children[children.length - 1] += node;
    else if (node !== '') children.push(node);
  };
  const until = (end: string, from: number, what: string): number => {
    const found = text.indexOf(end, from);
    if (found < 0) throw fail(`begins ${what} that has no end`, at);
    return found;
  };
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const words = text.slice(at, next < 0 ? text.length : next);
    if (stack.length > 1) add(decode(words, (problem) => fail(problem, at)));
    else if (words.trim() !== '') throw fail('has text outside of its root', at);
    if (next < 0) break;
    at = next;
    if (text.startsWith('<!--', at)) at = until('-->', at + 4, 'a comment') + 3;
    else if (text.startsWith('<![CDATA[', at)) {
      const end = until(']]>', at, 'a CDATA section');
      if (stack.length === 1) throw fail('has text outside of its root', at);
      add(text.slice(at + 9, end));
      at = end + 3;
    } else if (text.startsWith('<?', at)) at = until('?>', at, 'an instruction') + 2;
    else if (text.startsWith('<!', at)) throw fail('declares a document type, which is not read', at);
    else if (text.startsWith('</', at)) {
      const end = until('>', at, 'a tag');
      const tag = text.slice(at + 2, end).trim();
      const open = stack.pop() as Open;
      if (stack.length === 0 || open.tag !== tag) throw fail(`closes "${tag.slice(0, 40)}", which is not open`, at);
      at = end + 1;
    } else {
      startTag.lastIndex = at;
      const match = startTag.exec(text);
      if (match === null) throw fail('has a tag that is not well-formed', at);
      const [whole, tag = '', attributes = '', empty] = match;
      if (stack.length === 1 && document.children.length > 0) throw fail('has a second root', at);
      if (stack.length > deepest) throw tooLarge(format, `is nested deeper than ${deepest} levels`);
      if (++elements > mostElements) throw tooLarge(format, `has more than ${mostElements} elements`);
      const element: Open = {
        name: local(tag),
        tag,
        attributes: readAttributes(attributes),
        children: [],
        line: lines(at),
      };
      add(element);
      if (empty === undefined) stack.push(element);
      at += whole.length;
    }
  }
  if (stack.length > 1) {
    const { tag, line } = stack.at(-1) as Open;
    throw badFile(format, `begins "${tag}", which has no end: it was cut off`, line);
  }
  const root = document.children.find((child) => typeof child !== 'string');
  if (root === undefined) throw badFile(format, 'has no element');
  return root as XmlElement;

  function readAttributes(source: string): Record<string, string> {
    const attributes: Record<string, string> = Object.create(null);
    for (const [, name = '', double, single] of source.matchAll(attribute)) {
      if (Object.hasOwn(attributes, local(name)) && !name.includes(':')) throw fail(`has ${name} twice`, at);
      attributes[local(name)] = decode(double ?? single ?? '', (problem) => fail(problem, at));
    }
    return attributes;
  }
}

interface Open extends XmlElement {
  readonly tag: string;
  readonly children: (XmlElement | string)[];
}

const startTag =
  /<([\p{L}_:][\p{L}\p{N}\p{M}_:.-]*)((?:\s+[\p{L}_:][\p{L}\p{N}\p{M}_:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>/uy;
const attribute = /([\p{L}_:][\p{L}\p{N}\p{M}_:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string, fail: (problem: string) => Error): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,32}));|&/gi, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined && Object.hasOwn(named, name)) return named[name] as string;
    const code = hexadecimal === undefined ? Number.parseInt(decimal ?? '', 10) : Number.parseInt(hexadecimal, 16);
    if (!(code <= 0x10ffff)) throw fail(`has the entity ${JSON.stringify(whole)}, which XML does not know`);
    return String.fromCodePoint(code).toWellFormed();
  });
}

/** Counts lines forwards, so that asking for many places of a text takes one pass. */
function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let from = 0;
  return (at) => {
    if (at < from) {
      line = 1;
      from = 0;
    }
    for (let next = text.indexOf('\n', from); next >= 0 && next < at; next = text.indexOf('\n', from)) {
      line++;
      from = next + 1;
    }
    return line;
  };
}

/** All text within an element. */
export function textOf(element: XmlElement | undefined): string {
  let text = '';
  const waiting: (XmlElement | string)[] = element === undefined ? [] : [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') text += node;
    else waiting.push(...node.children.toReversed());
  }
  return text;
}

/** The first child of a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenOf(element, name)[0];
}

/** All children of a name. */
export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return elementsIn(element).filter((child) => child.name === name);
}

/** All children that are elements. */
export function elementsIn(element: XmlElement | undefined): XmlElement[] {
  return (element?.children ?? []).filter((child): child is XmlElement => typeof child !== 'string');
}

/** All elements of a name within an element, at any depth. */
export function elementsBelow(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = elementsIn(element).reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.name === name) found.push(node);
    waiting.push(...elementsIn(node).reverse());
  }
  return found;
}
