/** A message of a mailbox, or that there was one which is too large. */
export interface MboxMessage {
  /** 1-based. */
  readonly number: number;
  /** The message without the line `From …` before it; `undefined` where it is larger than allowed. */
  readonly bytes: Uint8Array | undefined;
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];
const [capitalF, greater] = [0x46, 0x3e];
const byteOrderMark = [0xef, 0xbb, 0xbf];
/** More of a line than this does not matter for what it begins. */
const longestStart = 256;

/**
 * The messages of a mailbox (RFC 4155), one by one: each begins with a line `From `, sender and date, after an empty line.
 * Lines `>From ` of the mboxrd and mboxo formats get back what they were. At most one message of up to `maximumBytes`
 * is held.
 *
 * @param before hears that there is something before the first message
 */
export async function* mboxMessages(
  pieces: AsyncIterable<Uint8Array>,
  maximumBytes: number,
  before: () => void,
): AsyncGenerator<MboxMessage> {
  let number = 0;
  let parts: Uint8Array[] = [];
  let length = 0;
  let isTooLarge = false;
  let afterEmpty = true;

  function take(): MboxMessage | undefined {
    const message = { number, bytes: isTooLarge ? undefined : Buffer.concat(parts, length) };
    parts = [];
    length = 0;
    isTooLarge = false;
    return number === 0 ? undefined : message;
  }

  function add(line: Uint8Array): void {
    length += line.byteLength;
    if (length > maximumBytes) {
      isTooLarge = true;
      parts = [];
      return;
    }
    // Lines that lie side by side are one part: a part for each would take more than what is in it.
    const last = parts.at(-1);
    if (last && last.buffer === line.buffer && last.byteOffset + last.byteLength === line.byteOffset)
      parts[parts.length - 1] = new Uint8Array(line.buffer, last.byteOffset, last.byteLength + line.byteLength);
    else parts.push(line);
  }

  let isFirst = true;
  for await (const { bytes: line, isWhole } of linesOf(pieces)) {
    const isMarked = isFirst && byteOrderMark.every((byte, index) => line[index] === byte);
    const bytes = isMarked ? line.subarray(byteOrderMark.length) : line;
    isFirst = false;
    const start = isWhole && mayBeFrom(bytes) ? Buffer.from(bytes.subarray(0, longestStart)).toString('latin1') : '';
    if (isWhole && afterEmpty && isFromLine(start)) {
      const message = take();
      if (message) yield message;
      number++;
    } else if (number > 0) add(/^>+From /.test(start) ? bytes.subarray(1) : bytes);
    else if (bytes.some((byte) => byte > 0x20)) before();
    afterEmpty = isWhole && (bytes.byteLength === 1 || (bytes.byteLength === 2 && bytes[0] === carriageReturn));
  }
  const message = take();
  if (message) yield message;
}

function mayBeFrom(line: Uint8Array): boolean {
  return line[0] === capitalF || line[0] === greater;
}

/** `From ada@example.com Fri May  3 14:05:00 2024`; a sentence that begins with the word has no time and year. */
function isFromLine(line: string): boolean {
  return /^From (?:\S+ )?.*\d{1,2}:\d{2}.*\b\d{4}\b/.test(line);
}

/** The lines with their ends; very long ones in parts, of which only the first `isWhole`. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Uint8Array; isWhole: boolean }> {
  let rest: Uint8Array[] = [];
  let restLength = 0;
  let inLine = false;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, from)) {
      const line = piece.subarray(from, end + 1);
      yield { bytes: rest.length > 0 ? Buffer.concat([...rest, line]) : line, isWhole: !inLine };
      rest = [];
      restLength = 0;
      inLine = false;
      from = end + 1;
    }
    if (from === piece.length) continue;
    rest.push(piece.subarray(from));
    restLength += piece.length - from;
    if (restLength < 64 * 1024) continue;
    yield { bytes: Buffer.concat(rest), isWhole: !inLine };
    inLine = true;
    rest = [];
    restLength = 0;
  }
  if (rest.length > 0) yield { bytes: Buffer.concat(rest), isWhole: !inLine };
}
