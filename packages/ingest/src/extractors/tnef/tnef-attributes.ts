/** An attribute of a TNEF stream ([MS-OXTNEF] 2.1.3). */
export interface TnefAttribute {
  /** Whether it says something of an attachment, not of the message. */
  readonly isOfAttachment: boolean;
  /** Its number without its type. */
  readonly id: number;
  readonly data: Uint8Array;
}

const signature = 0x223e9f78;
const headerLength = 6;
/** Level, number and length before the data. */
const leadLength = 9;
const checksumLength = 2;

/** Whether bytes begin as a TNEF stream does. */
export function isTnef(bytes: Uint8Array): boolean {
  return bytes.byteLength >= headerLength && viewOf(bytes).getUint32(0, true) === signature;
}

/**
 * The attributes of a TNEF stream, in their order and without a copy.
 *
 * @throws Error where it is cut off or damaged, after what comes before that
 */
export function* tnefAttributes(bytes: Uint8Array): Generator<TnefAttribute> {
  if (!isTnef(bytes)) throw new Error('it is no TNEF stream');
  const view = viewOf(bytes);
  for (let at = headerLength; at < bytes.byteLength; ) {
    // Transfer encodings leave line ends behind.
    if (at + leadLength > bytes.byteLength && bytes.subarray(at).every((byte) => byte <= 0x20)) return;
    if (at + leadLength > bytes.byteLength) throw new Error('it is cut off');
    const level = view.getUint8(at);
    if (level !== 1 && level !== 2) throw new Error('it is damaged');
    const id = view.getUint32(at + 1, true) & 0xffff;
    const length = view.getUint32(at + 5, true);
    const start = at + leadLength;
    if (start + length > bytes.byteLength) throw new Error('it is cut off');
    yield { isOfAttachment: level === 2, id, data: bytes.subarray(start, start + length) };
    at = start + length + checksumLength;
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
