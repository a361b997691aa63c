import { decodeCodePage, fileTime, type MessageProperties, trimmedText } from '../msg/message-properties.ts';

/** A property list, read as far as it goes. */
export interface TnefProperties extends MessageProperties {
  /** The bytes of a property that is an object: what kind of object (16 bytes), then the object itself. */
  object(id: number): Uint8Array | undefined;
}

const [shortType, integerType, realType, booleanType] = [0x02, 0x03, 0x04, 0x0b];
const [timeType, ansiType, textType, binaryType, objectType] = [0x40, 0x1e, 0x1f, 0x102, 0x0d];
const [errorType, classType] = [0x0a, 0x48];
const manyValues = 0x1000;
const firstNamed = 0x8000;
/** Types of four and of sixteen bytes; the other fixed ones have eight. */
const short: ReadonlySet<number> = new Set([shortType, integerType, realType, booleanType, errorType]);
const variable: ReadonlySet<number> = new Set([ansiType, textType, binaryType, objectType]);

interface Reader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at: number;
}

/**
 * Reads a list of MAPI properties as TNEF encodes it ([MS-OXTNEF] 2.1.3.4). Of properties with several values the first
 * counts, of a property that comes twice the last; a list that is cut off gives those before.
 *
 * @param codePage of texts that are not in Unicode
 */
export function tnefProperties(bytes: Uint8Array, codePage: number): TnefProperties {
  return readList(readerOf(bytes), codePage).properties;
}

/** The lists of a table of recipients ([MS-OXTNEF] 2.1.3.5), `most` at the most. */
export function tnefTable(bytes: Uint8Array, codePage: number, most: number): TnefProperties[] {
  const reader = readerOf(bytes);
  const rows: TnefProperties[] = [];
  const count = bytes.byteLength < 4 ? 0 : Math.min(most, integer(reader));
  while (rows.length < count) {
    const { properties, isWhole } = readList(reader, codePage);
    rows.push(properties);
    if (!isWhole) break;
  }
  return rows;
}

function readerOf(bytes: Uint8Array): Reader {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 };
}

function readList(
  reader: Reader,
  codePage: number,
): { readonly properties: TnefProperties; readonly isWhole: boolean } {
  const values = new Map<number, Uint8Array>();
  let isWhole = true;
  try {
    const count = integer(reader);
    for (let number = 0; number < count; number++) readProperty(reader, values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    isWhole = false;
  }
  return { properties: propertiesOf(values, codePage), isWhole };
}

function readProperty(reader: Reader, values: Map<number, Uint8Array>): void {
  const tag = integer(reader);
  const type = tag & 0xffff & ~manyValues;
  const id = tag >>> 16;
  if (id >= firstNamed) skipName(reader);
  const isVariable = variable.has(type);
  const count = isVariable || (tag & manyValues) !== 0 ? integer(reader) : 1;
  let first: Uint8Array | undefined;
  for (let number = 0; number < count; number++) {
    const value = take(reader, isVariable ? integer(reader) : sizeOf(type));
    first ??= value;
  }
  if (first && id < firstNamed) values.set(id * 0x10000 + type, first);
}

function sizeOf(type: number): number {
  if (short.has(type)) return 4;
  return type === classType ? 16 : 8;
}

/** The name of a named property: the set it belongs to, then a number or a text. */
function skipName(reader: Reader): void {
  take(reader, 16);
  if (integer(reader) === 0) integer(reader);
  else take(reader, integer(reader));
}

/** The next bytes; what follows them begins at a multiple of four. */
function take(reader: Reader, length: number): Uint8Array {
  const start = reader.at;
  if (start + length > reader.bytes.byteLength) throw new RangeError('the list is cut off');
  reader.at = start + Math.ceil(length / 4) * 4;
  return reader.bytes.subarray(start, start + length);
}

function integer(reader: Reader): number {
  const value = reader.view.getUint32(reader.at, true);
  reader.at += 4;
  return value;
}

function propertiesOf(values: ReadonlyMap<number, Uint8Array>, codePage: number): TnefProperties {
  const bytes = (id: number, type: number) => values.get(id * 0x10000 + type);
  const view = (id: number, type: number) => {
    const value = bytes(id, type);
    return value && new DataView(value.buffer, value.byteOffset, value.byteLength);
  };
  return {
    text(id) {
      const unicode = bytes(id, textType);
      if (unicode) return trimmedText(new TextDecoder('utf-16le').decode(unicode));
      const ansi = bytes(id, ansiType);
      return ansi && trimmedText(decodeCodePage(ansi, codePage));
    },
    bytes: (id) => bytes(id, binaryType),
    object: (id) => bytes(id, objectType),
    integer: (id) => view(id, integerType)?.getInt32(0, true),
    date: (id) => fileTime(view(id, timeType)?.getBigUint64(0, true)),
  };
}
