import { frequentCharacters } from './guess/frequent-characters.ts';
import { createPieceDecoder } from './text-encoding.ts';

/** So many characters between the braces of HZ are no accident where some of them are frequent ones. */
const [fewestCharacters, leastShare] = [4, 0.3];
const frequent: ReadonlySet<string> = new Set(`${frequentCharacters.simplified}，。、：；？！（）“”`);

/**
 * Recognises encodings that write characters of two bytes in ASCII, between sequences that turn to them and back:
 * ISO-2022-JP (RFC 1468), ISO-2022-KR (RFC 1557), HZ (RFC 1843).
 *
 * @param bytes of a text without bytes beyond ASCII
 */
export function escapedEncoding(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text.includes('\x1b$)C') && text.includes('\x0e')) return 'iso-2022-kr';
  const isJapanese = text.includes('\x1b$B') || text.includes('\x1b$@');
  if (isJapanese && (text.includes('\x1b(B') || text.includes('\x1b(J'))) return 'iso-2022-jp';
  return text.includes('~{') && isHz(bytes) ? 'hz-gb-2312' : undefined;
}

/** Whether what stands between the braces are Chinese characters and punctuation; programs write `~{` too. */
function isHz(bytes: Uint8Array): boolean {
  const decoder = createPieceDecoder('hz-gb-2312');
  const wide = (decoder.decode(bytes) + decoder.finish()).match(/[\u0080-\u{10ffff}]/gu) ?? [];
  const usual = wide.filter((character) => frequent.has(character));
  return wide.length >= fewestCharacters && usual.length >= wide.length * leastShare;
}
