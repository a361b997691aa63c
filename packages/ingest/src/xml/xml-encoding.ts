import { encodingLabel } from '../text/text-encoding.ts';

/** Bytes by which the encoding is found. */
export const xmlHeadSize = 256;

/**
 * The encoding of an XML document by its first bytes (XML 1.0, appendix F): byte order mark, else the zeros of UTF-16 and
 * UTF-32, else what the XML declaration says, else UTF-8. `undefined` where the declared one is not known.
 */
export function xmlEncoding(head: Uint8Array): string | undefined {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0 && b === 0) return 'utf-32be';
  if (a === 0x3c && b === 0) return c === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0 && b === 0x3c) return 'utf-16be';
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(xmlHeadSize, head.byteLength)).toString('latin1');
  const label = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]?.toLowerCase();
  // Declared UTF-16 and UTF-32 contradict the bytes.
  if (label === undefined || /^(?:utf-?(?:16|32)|ucs|iso-10646-ucs)/.test(label)) return 'utf-8';
  return encodingLabel(label);
}
