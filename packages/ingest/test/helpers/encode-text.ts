import { wideEncodings } from '../../src/text/guess/wide-cost.ts';
import { createPieceDecoder } from '../../src/text/text-encoding.ts';

/** Writes a text in an encoding of one or two bytes for each character, by what its decoder makes of them. */
export function encodeText(text: string, encoding: string): Uint8Array {
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) throw new Error(`${encoding} has no ${character}`);
    bytes.push(...code);
  }
  return Uint8Array.from(bytes);
}

const tables = new Map<string, Map<string, readonly number[]>>();

function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    const decoder = createPieceDecoder(encoding);
    const text = decoder.decode(Uint8Array.from(bytes)) + decoder.finish();
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte++) add(byte);
  if (Object.hasOwn(wideEncodings, encoding) || encoding === 'gbk')
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail);
  tables.set(encoding, table);
  return table;
}

/** Writes a text in HZ-GB-2312 (RFC 1843). */
export function encodeHz(text: string): Uint8Array {
  return encodeShifted(text, 'gbk', '~{', '~}');
}

/** Writes a text in ISO-2022-KR (RFC 1557). */
export function encodeIso2022Kr(text: string): Uint8Array {
  return Buffer.concat([Buffer.from('\x1b$)C'), encodeShifted(text, 'euc-kr', '\x0e', '\x0f')]);
}

function encodeShifted(text: string, encoding: string, out: string, back: string): Uint8Array {
  const parts = text.split(/([^\0-\x7f]+)/).map((part, index) => {
    if (index % 2 === 0) return Buffer.from(part);
    const bytes = encodeText(part, encoding).map((byte) => byte & 0x7f);
    return Buffer.concat([Buffer.from(out), bytes, Buffer.from(back)]);
  });
  return Buffer.concat(parts);
}

/** Writes a text in UTF-7 (RFC 2152). */
export function encodeUtf7(text: string): Uint8Array {
  const written = text.replace(/\+|[^\0-\x7f]+/g, (part) => {
    if (part === '+') return '+-';
    return `+${Buffer.from(part, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`;
  });
  return Buffer.from(written);
}
