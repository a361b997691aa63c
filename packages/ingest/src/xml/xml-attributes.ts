import { decodeXmlEntities } from './xml-entities.ts';
import type { XmlAttributes } from './xml-handler.ts';

/** A start tag as it stands in a text. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly isEmpty: boolean;
  /** Offset of the character after it. */
  readonly end: number;
}

const none: XmlAttributes = Object.freeze({});
const [space, quotationMark, apostrophe, slash, equals, greater] = [0x20, 0x22, 0x27, 0x2f, 0x3d, 0x3e];
const lessThan = 0x3c;
const unusual = /[\t\n\r&]/;

/**
 * Reads the start tag whose `<` stands at `start`; `undefined` where the text ends before the tag does, a string that
 * says what is wrong where it is no tag.
 */
export function readXmlTag(text: string, start: number): XmlTag | string | undefined {
  const { length } = text;
  if (length - start < 2) return undefined;
  let at = start + 1;
  while (at < length && !endsName(text.charCodeAt(at))) at++;
  const name = text.slice(start + 1, at);
  if (name === '') return 'a “<” begins no tag';
  if (text.charCodeAt(at) === greater) return { name, attributes: none, isEmpty: false, end: at + 1 };
  let attributes: Record<string, string> | undefined;
  for (;;) {
    while (text.charCodeAt(at) <= space) at++;
    if (at >= length) return undefined;
    const code = text.charCodeAt(at);
    if (code === greater) return { name, attributes: attributes ?? none, isEmpty: false, end: at + 1 };
    if (code === slash) {
      if (at + 1 >= length) return undefined;
      if (text.charCodeAt(at + 1) !== greater) return `the tag <${name.slice(0, 50)}> has a stray “/”`;
      return { name, attributes: attributes ?? none, isEmpty: true, end: at + 2 };
    }
    const keyStart = at;
    while (at < length && !endsName(text.charCodeAt(at))) at++;
    const key = text.slice(keyStart, at);
    while (text.charCodeAt(at) <= space) at++;
    if (at >= length) return undefined;
    if (text.charCodeAt(at) !== equals || key === '') return `the tag <${name.slice(0, 50)}> has a broken attribute`;
    at++;
    while (text.charCodeAt(at) <= space) at++;
    if (at >= length) return undefined;
    const quote = text.charCodeAt(at);
    if (quote !== quotationMark && quote !== apostrophe)
      return `the tag <${name.slice(0, 50)}> has a value without quotes`;
    const end = text.indexOf(quote === quotationMark ? '"' : "'", at + 1);
    if (end < 0) return undefined;
    attributes ??= {};
    add(attributes, key, plainValue(text.slice(at + 1, end)));
    at = end + 1;
  }
}

function add(attributes: Record<string, string>, key: string, value: string): void {
  attributes[key] = value;
  const colon = key.indexOf(':');
  if (colon >= 0) attributes[key.slice(colon + 1)] ??= value;
}

function plainValue(raw: string): string {
  if (!unusual.test(raw)) return raw;
  const plain = raw.replace(/\r\n|[\t\n\r]/g, ' ');
  return plain.includes('&') ? decodeXmlEntities(plain) : plain;
}

/** Whether a name ends before the character: at white space and at one of `/ < = >`, all below the letters. */
function endsName(code: number): boolean {
  if (code > greater) return false;
  return code <= space || code === greater || code === slash || code === equals || code === lessThan;
}
