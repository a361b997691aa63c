import { createEncodingDetector } from '../../text/encoding-detector.ts';
import { createPieceDecoder, isOwnEncoding } from '../../text/text-encoding.ts';
import type { MimeNode } from './parse-mime.ts';

/** Charsets that say nothing of bytes beyond ASCII, and UTF-8, whose bytes show whether it is right. */
const vague = /^(?:us-ascii|ascii|utf-?8|unknown-8bit|x-unknown|unknown|default|8bit|ansi|binary)$/;
const encodedWord = /=\?([^?\s*]+)(?:\*[^?\s]*)?\?([qb])\?([^?]*)\?=/gi;

/**
 * Turns parts and header fields of a message into UTF-8 that the library's parser would decode wrongly: those in encodings
 * that it does not know (UTF-7, HZ, ISO-2022-KR, code pages of DOS), and texts whose bytes are not in what they name.
 */
export function decodeCharsets(part: MimeNode): void {
  for (const header of part.headers) if (header.value.includes('=?')) header.value = decodeWords(header.value);
  for (const child of part.childNodes) decodeCharsets(child);
  const { value, params } = part.contentType.parsed;
  if (part.content === null || !value.startsWith('text/')) return;
  const charset = (params.charset ?? 'us-ascii').trim().toLowerCase();
  const bytes = new Uint8Array(part.content);
  const label = isOwnEncoding(charset) ? charset : detectedInstead(charset, bytes);
  if (label === undefined) return;
  const decoder = createPieceDecoder(label);
  part.content = Uint8Array.from(Buffer.from(decoder.decode(bytes) + decoder.finish())).buffer;
  params.charset = 'utf-8';
}

/** The encoding of a text that is not in UTF-8 although it should be, or does not say what it is in. */
function detectedInstead(charset: string, bytes: Uint8Array): string | undefined {
  if (!vague.test(charset)) return undefined;
  const detector = createEncodingDetector();
  detector.push(bytes);
  const label = detector.finish()?.label;
  return label === 'utf-8' ? undefined : label;
}

/** Encoded words (RFC 2047) in those encodings as words in UTF-8. */
function decodeWords(text: string): string {
  return text.replace(encodedWord, (word: string, charset: string, kind: string, content: string) => {
    if (!isOwnEncoding(charset)) return word;
    const bytes =
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64')
        : Buffer.from(
            content
              .replaceAll('_', ' ')
              .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
            'latin1',
          );
    const decoder = createPieceDecoder(charset);
    return `=?utf-8?B?${Buffer.from(decoder.decode(bytes) + decoder.finish()).toString('base64')}?=`;
  });
}
