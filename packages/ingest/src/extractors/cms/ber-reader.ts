/** An element of BER or DER (ITU-T X.690). */
export interface BerElement {
  /** Its first byte: class, form and number. */
  readonly tag: number;
  readonly isConstructed: boolean;
  /** Where its contents begin. */
  readonly start: number;
  /** Where they end; `undefined` where two zero bytes say so. */
  readonly end: number | undefined;
}

/** Reads the elements of BER from bytes that are in memory. */
export interface BerReader {
  /** The element at an offset. */
  element(at: number): BerElement;
  /** The elements within a constructed one, in their order. */
  children(parent: BerElement): Generator<BerElement>;
  /** The contents of an element that has no others within it. */
  contents(element: BerElement): Uint8Array;
  /** The bytes of an octet string, which may lie in pieces. */
  octets(element: BerElement): Uint8Array;
}

/** No structure that is read here has elements this deep inside each other. */
const deepest = 32;
/** An octet string in more pieces is no document; programs write pieces of a thousand bytes and more. */
const mostPieces = 1_000_000;
const octetString = 0x04;

/** Its functions throw an `Error` for what is damaged or cut off. */
export function createBerReader(bytes: Uint8Array): BerReader {
  function element(at: number): BerElement {
    let next = at;
    const byte = (): number => {
      const value = bytes[next++];
      if (value === undefined) throw new Error('it is cut off');
      return value;
    };
    const tag = byte();
    // A number above 30 stands in further bytes.
    if ((tag & 0x1f) === 0x1f) while ((byte() & 0x80) !== 0);
    const isConstructed = (tag & 0x20) !== 0;
    let length = byte();
    if (length === 0x80 && isConstructed) return { tag, isConstructed, start: next, end: undefined };
    if (length >= 0x80) {
      const count = length & 0x7f;
      if (count === 0 || count > 6) throw new Error('it is damaged');
      length = 0;
      for (let index = 0; index < count; index++) length = length * 256 + byte();
    }
    if (next + length > bytes.byteLength) throw new Error('it is cut off');
    return { tag, isConstructed, start: next, end: next + length };
  }

  /** Where what follows an element begins. */
  function after(each: BerElement, depth: number): number {
    if (each.end !== undefined) return each.end;
    if (depth > deepest) throw new Error('it is nested too deeply');
    let at = each.start;
    while (!isEnd(at)) at = after(element(at), depth + 1);
    return at + 2;
  }

  function isEnd(at: number): boolean {
    return bytes[at] === 0 && bytes[at + 1] === 0;
  }

  function* children(parent: BerElement): Generator<BerElement> {
    if (!parent.isConstructed) throw new Error('it is damaged');
    for (let at = parent.start; parent.end === undefined ? !isEnd(at) : at < parent.end; ) {
      const child = element(at);
      yield child;
      at = after(child, 0);
    }
  }

  function contents({ start, end, isConstructed }: BerElement): Uint8Array {
    if (isConstructed || end === undefined) throw new Error('it is damaged');
    return bytes.subarray(start, end);
  }

  return {
    element,
    children,
    contents,
    octets(string) {
      if (!string.isConstructed) return contents(string);
      const whole = new Uint8Array(bytes.byteLength - string.start);
      let length = 0;
      let pieces = 0;
      function add(parent: BerElement, depth: number): void {
        if (depth > deepest) throw new Error('it is nested too deeply');
        for (const child of children(parent)) {
          if ((child.tag & ~0x20) !== octetString) throw new Error('it is damaged');
          if (++pieces > mostPieces) throw new Error('it lies in too many pieces');
          if (child.isConstructed) add(child, depth + 1);
          else {
            const piece = contents(child);
            whole.set(piece, length);
            length += piece.byteLength;
          }
        }
      }
      add(string, 0);
      return whole.subarray(0, length);
    },
  };
}
