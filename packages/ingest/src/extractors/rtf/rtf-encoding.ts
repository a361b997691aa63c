import { codePageLabel } from '../../text/code-pages.ts';
import { createPieceDecoder } from '../../text/text-encoding.ts';

/** Encodings in which a character may have several bytes. */
const wide: ReadonlySet<string> = new Set([
  ...['shift_jis', 'euc-jp', 'iso-2022-jp', 'gbk', 'gb18030', 'hz-gb-2312', 'big5', 'euc-kr', 'iso-2022-kr'],
  ...['utf-7', 'utf-8'],
]);

/** Code pages by the character set of a font (RTF 1.9.1, `\fcharset`); those that are missing mean the document's. */
const codePages: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  78: 10001,
  79: 10003,
  80: 10008,
  81: 10002,
  89: 10007,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

/** The code page of a font's character set; `undefined` where the document's own counts. */
export function codePageOfCharset(charset: number): number | undefined {
  return codePages[charset];
}

/** Decodes bytes of one code page; those that are not known count as 1252. */
export interface CodePageDecoder {
  decode(bytes: readonly number[]): string;
}

const decoders = new Map<number, CodePageDecoder>();

/** The decoder of a code page; made once. */
export function codePageDecoder(codePage: number): CodePageDecoder {
  let decoder = decoders.get(codePage);
  if (!decoder) {
    const label = codePageLabel(codePage);
    decoder = createDecoder(label ?? 'windows-1252');
    if (label !== undefined) decoders.set(codePage, decoder);
  }
  return decoder;
}

function createDecoder(label: string): CodePageDecoder {
  const decoder = createPieceDecoder(label);
  const decode = (bytes: Uint8Array) => decoder.decode(bytes) + decoder.finish();
  if (wide.has(label)) return { decode: (bytes) => decode(Uint8Array.from(bytes)) };
  // A table is faster than the decoder for the few bytes between two control words.
  const upper = decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at));
  return {
    decode(bytes) {
      let text = '';
      for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '');
      return text;
    },
  };
}
