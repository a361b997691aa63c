/** How {@link cmsFile} writes. */
export interface CmsFileOptions {
  /** As BER: with lengths that are not stated, and the content in pieces. */
  readonly isIndefinite?: boolean;
  /** The number of the type of content (RFC 5652): 2 signed, 3 encrypted. Default 2. */
  readonly type?: number;
}

/**
 * Writes a CMS structure (RFC 5652) that holds what was signed, without certificates and signatures; of `undefined` a
 * signature that stands beside what it signs.
 */
export function cmsFile(
  content: Uint8Array | undefined,
  { isIndefinite = false, type = 2 }: CmsFileOptions = {},
): Buffer {
  const element = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const inner = Buffer.concat(parts);
    if (isIndefinite && (tag & 0x20) !== 0)
      return Buffer.concat([Buffer.from([tag, 0x80]), inner, Buffer.from([0, 0])]);
    return Buffer.concat([Buffer.from([tag, 0x84, ...lengthOf(inner)]), inner]);
  };
  const typeOf = (number: number) => Buffer.from(`06092a864886f70d0107${number.toString(16).padStart(2, '0')}`, 'hex');
  const pieces =
    content &&
    Array.from({ length: Math.ceil(content.length / 10) }, (_, at) => content.subarray(10 * at, 10 * at + 10));
  const octets =
    pieces && (isIndefinite ? element(0x24, ...pieces.map((each) => element(0x04, each))) : element(0x04, ...pieces));
  const encapsulated = element(0x30, typeOf(1), ...(octets ? [element(0xa0, octets)] : []));
  const signed = element(
    0x30,
    Buffer.from([2, 1, 1]),
    element(0x31, element(0x30, typeOf(5))),
    encapsulated,
    element(0x31),
  );
  return element(0x30, typeOf(type), element(0xa0, signed));
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}
