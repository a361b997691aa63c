import { dosCodePage, dosCodePages } from '../../text/dos-code-pages.ts';

/** Labels of the WHATWG Encoding Standard by Windows code page. */
const labels: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1361: 'euc-kr',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  20866: 'koi8-r',
  65001: 'utf-8',
};

/** Encodings in which a character may have several bytes. */
const wide: ReadonlySet<string> = new Set(['shift_jis', 'gbk', 'euc-kr', 'big5', 'utf-8']);

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

/** Decodes bytes of one Windows code page; those that are not known count as 1252. */
export interface CodePageDecoder {
  decode(bytes: readonly number[]): string;
}

const decoders = new Map<number, CodePageDecoder>();

/** The decoder of a code page; made once. */
export function codePageDecoder(codePage: number): CodePageDecoder {
  let decoder = decoders.get(codePage);
  if (!decoder) {
    decoder = createDecoder(codePage);
    if (codePage in labels || dosCodePage(`${codePage}`) !== undefined || isWindows(codePage))
      decoders.set(codePage, decoder);
  }
  return decoder;
}

function createDecoder(codePage: number): CodePageDecoder {
  const label = labels[codePage] ?? (isWindows(codePage) ? `windows-${codePage}` : 'windows-1252');
  const decoder = new TextDecoder(label);
  if (wide.has(label)) return { decode: (bytes) => decoder.decode(Uint8Array.from(bytes)) };
  // A table is faster than the decoder for the few bytes between two control words.
  const page = dosCodePage(`${codePage}`);
  const upper = page ? dosCodePages[page] : decoder.decode(Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at));
  return {
    decode(bytes) {
      let text = '';
      for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : (upper[byte - 0x80] ?? '');
      return text;
    },
  };
}

function isWindows(codePage: number): boolean {
  return codePage >= 1250 && codePage <= 1258;
}
