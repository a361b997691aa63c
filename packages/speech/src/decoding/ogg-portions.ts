/** Bytes that are decoded together. */
export interface Portion {
  readonly bytes: Uint8Array;
  /** Whether a stream begins with them that follows another one, for which a decoder of its own is needed. */
  readonly begins: boolean;
}

const headerBytes = 27;
const pageMark = Buffer.from('OggS');
/** Flag of a page with which a stream begins. */
const beginning = 2;

/**
 * Cuts an Ogg file into portions of about one size that end where one of several streams ends that follow each other. What is no
 * page is passed on as it is.
 *
 * Format: RFC 3533, The Ogg Encapsulation Format Version 0, section 6.
 */
export async function* oggPortions(stream: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Portion> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  let begins = false;
  function* end(next: boolean): Generator<Portion> {
    if (length > 0) yield { bytes: Buffer.concat(gathered), begins };
    if (length > 0 || next) begins = next;
    gathered = [];
    length = 0;
  }
  let isAny = false;
  let wasBeginning = false;
  for await (const page of pages(stream)) {
    const isBeginning = page.subarray(0, 4).equals(pageMark) && ((page[5] ?? 0) & beginning) !== 0;
    // Streams that play together begin one after the other.
    if (isBeginning && !wasBeginning && isAny) yield* end(true);
    gathered.push(page);
    length += page.length;
    isAny = true;
    wasBeginning = isBeginning;
    if (length >= size) yield* end(false);
  }
  yield* end(false);
}

async function* pages(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const bytes of stream) {
    held = Buffer.concat([held, bytes]);
    for (let length = pageLength(held); length !== undefined && length <= held.length; length = pageLength(held)) {
      yield held.subarray(0, length);
      held = held.subarray(length);
    }
  }
  if (held.length > 0) yield held;
}

/** The length of the page that begins here, or of what comes before one; `undefined`: it cannot be told yet. */
function pageLength(held: Buffer): number | undefined {
  if (held.length < headerBytes) return undefined;
  if (!held.subarray(0, 4).equals(pageMark)) {
    const next = held.indexOf(pageMark, 1);
    // The mark may be cut by the end of what is there.
    return next > 0 ? next : held.length - 3;
  }
  const segments = held[26] ?? 0;
  if (held.length < headerBytes + segments) return undefined;
  const sizes = held.subarray(headerBytes, headerBytes + segments);
  return headerBytes + segments + sizes.reduce((sum, size) => sum + size, 0);
}
