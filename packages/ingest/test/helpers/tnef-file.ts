/** A property of a TNEF list: its number, and a text, bytes, a whole number, a time, or an embedded message. */
export type TnefProperty = readonly [
  id: number,
  value: string | Uint8Array | number | Date | { readonly ansi: Uint8Array } | { readonly message: Uint8Array },
];

/** What a TNEF stream holds. */
export interface TnefContent {
  readonly codePage?: number;
  /** Plain text in the code page, as old writers have it. */
  readonly body?: Uint8Array;
  readonly properties?: readonly TnefProperty[];
  readonly recipients?: readonly (readonly TnefProperty[])[];
  readonly attachments?: readonly {
    readonly title?: string;
    readonly data?: Uint8Array;
    readonly properties?: readonly TnefProperty[];
  }[];
}

/** Writes a TNEF stream, the `winmail.dat` of Outlook ([MS-OXTNEF]). */
export function tnefFile({ codePage = 1252, body, properties, recipients, attachments = [] }: TnefContent): Buffer {
  return Buffer.concat([
    Buffer.from('789f3e22', 'hex'),
    Buffer.from([1, 0]),
    attribute(1, 0x69007, Buffer.concat([number(codePage), number(0)])),
    ...(body ? [attribute(1, 0x2800c, Buffer.concat([body, Buffer.from([0])]))] : []),
    ...(recipients ? [attribute(1, 0x69004, Buffer.concat([number(recipients.length), ...recipients.map(list)]))] : []),
    ...(properties ? [attribute(1, 0x69003, list(properties))] : []),
    ...attachments.flatMap((each) => [
      attribute(2, 0x69002, Buffer.alloc(14)),
      ...(each.title === undefined ? [] : [attribute(2, 0x18010, Buffer.from(`${each.title}\0`, 'latin1'))]),
      ...(each.data ? [attribute(2, 0x6800f, each.data)] : []),
      ...(each.properties ? [attribute(2, 0x69005, list(each.properties))] : []),
    ]),
  ]);
}

function attribute(level: number, id: number, data: Uint8Array): Buffer {
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(data.reduce((sum, byte) => (sum + byte) & 0xffff, 0));
  return Buffer.concat([Buffer.from([level]), number(id), number(data.length), data, checksum]);
}

function list(properties: readonly TnefProperty[]): Buffer {
  return Buffer.concat([number(properties.length), ...properties.map(property)]);
}

function property([id, value]: TnefProperty): Buffer {
  const tag = (type: number) => number(id * 0x10000 + type);
  // Those that a program names itself are led by their name.
  const name = id >= 0x8000 ? Buffer.concat([Buffer.alloc(16, 7), number(1), number(6), padded(utf16('abc'))]) : [];
  const variable = (type: number, bytes: Uint8Array) =>
    Buffer.concat([tag(type), Buffer.from(name), number(1), number(bytes.length), padded(bytes)]);
  if (typeof value === 'string') return variable(0x1f, utf16(`${value}\0`));
  if (value instanceof Uint8Array) return variable(0x102, value);
  if (typeof value === 'number') return Buffer.concat([tag(3), Buffer.from(name), number(value)]);
  if (value instanceof Date) {
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n);
    return Buffer.concat([tag(0x40), Buffer.from(name), time]);
  }
  if ('ansi' in value) return variable(0x1e, value.ansi);
  const kind = Buffer.from('0703020000000000c000000000000046', 'hex');
  return variable(0x0d, Buffer.concat([kind, value.message]));
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function padded(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
