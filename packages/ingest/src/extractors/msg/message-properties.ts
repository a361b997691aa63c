import { codePageLabel } from '../../text/code-pages.ts';
import { createPieceDecoder } from '../../text/text-encoding.ts';
import type { CompoundStorage } from './compound-file.ts';

/** The properties of an object in an Outlook message ([MS-OXMSG] 2.4), by their number. */
export interface MessageProperties {
  text(id: number): string | undefined;
  bytes(id: number): Uint8Array | undefined;
  integer(id: number): number | undefined;
  date(id: number): Date | undefined;
}

const [textType, ansiType, binaryType, integerType, timeType] = [0x1f, 0x1e, 0x102, 0x03, 0x40];
const messageCodePage = 0x3ffd;
/** From 1601 to 1970, in milliseconds. */
const fileTimeOffset = 11_644_473_600_000;

/**
 * Reads the properties of a storage.
 *
 * @param headerSize bytes before the first entry: 32 in a message, 24 in one within another, 8 in recipients and
 * attachments
 * @param codePage of texts that are not in Unicode, where the storage does not name one itself
 */
export function messageProperties(storage: CompoundStorage, headerSize: number, codePage = 1252): MessageProperties {
  const fixed = new Map<number, Uint8Array>();
  const stream = storage.stream('__properties_version1.0') ?? new Uint8Array(0);
  for (let at = headerSize; at + 16 <= stream.byteLength; at += 16) {
    const view = new DataView(stream.buffer, stream.byteOffset + at, 16);
    fixed.set(view.getUint32(0, true), stream.subarray(at + 8, at + 16));
  }
  const variable = (id: number, type: number) =>
    storage.stream(`__substg1.0_${id.toString(16).padStart(4, '0')}${type.toString(16).padStart(4, '0')}`);
  const value = (id: number, type: number) => {
    const bytes = fixed.get(id * 0x10000 + type);
    return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const integer = (id: number) => value(id, integerType)?.getInt32(0, true);
  return {
    text(id) {
      const unicode = variable(id, textType);
      if (unicode) return trimmedText(new TextDecoder('utf-16le').decode(unicode));
      const ansi = variable(id, ansiType);
      return ansi && trimmedText(decodeCodePage(ansi, integer(messageCodePage) ?? codePage));
    },
    bytes: (id) => variable(id, binaryType),
    integer,
    date: (id) => fileTime(value(id, timeType)?.getBigUint64(0, true)),
  };
}

/** A time as Windows counts it: in steps of 100 nanoseconds since 1601. */
export function fileTime(time: bigint | undefined): Date | undefined {
  if (time === undefined || time === 0n) return undefined;
  const date = new Date(Number(time / 10_000n) - fileTimeOffset);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A text without the NUL that ends it. */
export function trimmedText(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** Bytes in a code page of Windows or DOS as text; in an unknown one as windows-1252. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  const decoder = createPieceDecoder(codePageLabel(codePage) ?? 'windows-1252');
  return decoder.decode(bytes) + decoder.finish();
}
