import type { TextPieceDecoder } from './text-encoding.ts';

const [tilde, openBrace, closeBrace, lineFeed] = [0x7e, 0x7b, 0x7d, 0x0a];
const [escapeCode, shiftOut, shiftIn] = [0x1b, 0x0e, 0x0f];
/** What turns to the characters of KS X 1001 in ISO-2022-KR: `ESC $ ) C`. */
const designation = [escapeCode, 0x24, 0x29, 0x43];

/** Decodes HZ-GB-2312 (RFC 1843): Chinese characters between `~{` and `~}`, `~~` for a tilde. */
export function hzDecoder(): TextPieceDecoder {
  const decoder = new TextDecoder('gb18030');
  let isChinese = false;
  let afterTilde = false;
  /** Whether the next byte is the second one of a character; it may be a tilde. */
  let isTrail = false;
  return {
    decode(bytes) {
      // A tilde may wait from the piece before.
      const eight = new Uint8Array(bytes.length + 2);
      let length = 0;
      for (const byte of bytes) {
        if (isTrail && byte > 0x20) {
          isTrail = false;
          eight[length++] = byte | 0x80;
          continue;
        }
        // No character ends with a space or a line.
        isTrail = false;
        if (afterTilde) {
          afterTilde = false;
          if (byte === openBrace || byte === closeBrace) isChinese = byte === openBrace;
          else if (byte === tilde) eight[length++] = tilde;
          else if (byte !== lineFeed) {
            eight[length++] = tilde;
            eight[length++] = byte;
          }
        } else if (byte === tilde) afterTilde = true;
        else {
          // A line ends the Chinese characters in it.
          if (byte === lineFeed) isChinese = false;
          isTrail = isChinese && byte > 0x20;
          eight[length++] = isTrail ? byte | 0x80 : byte;
        }
      }
      return decoder.decode(eight.subarray(0, length), { stream: true });
    },
    finish: () => decoder.decode() + (afterTilde ? '~' : ''),
  };
}

/** Decodes ISO-2022-KR (RFC 1557): Korean characters between shift out and shift in. */
export function iso2022KrDecoder(): TextPieceDecoder {
  const decoder = new TextDecoder('euc-kr');
  let isKorean = false;
  let matched = 0;
  return {
    decode(bytes) {
      const eight = new Uint8Array(bytes.length + designation.length);
      let length = 0;
      for (const byte of bytes) {
        if (byte === designation[matched]) {
          matched = (matched + 1) % designation.length;
          continue;
        }
        for (let index = 0; index < matched; index++) eight[length++] = designation[index] as number;
        matched = byte === escapeCode ? 1 : 0;
        if (matched === 1) continue;
        if (byte === shiftOut || byte === shiftIn) isKorean = byte === shiftOut;
        else {
          if (byte === lineFeed) isKorean = false;
          eight[length++] = isKorean && byte > 0x20 ? byte | 0x80 : byte;
        }
      }
      return decoder.decode(eight.subarray(0, length), { stream: true });
    },
    finish() {
      const rest = designation.slice(0, matched);
      return decoder.decode(Uint8Array.from(rest));
    },
  };
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const [plus, minus] = [0x2b, 0x2d];

/** Decodes UTF-7 (RFC 2152): the units of UTF-16 in Base64 between `+` and what is none, `+-` for a plus sign. */
export function utf7Decoder(): TextPieceDecoder {
  const decoder = new TextDecoder('utf-16be', { ignoreBOM: true });
  let inBase64 = false;
  let isEmpty = false;
  let bits = 0;
  let count = 0;

  function leave(): string {
    inBase64 = false;
    bits = 0;
    count = 0;
    return decoder.decode();
  }

  return {
    decode(bytes) {
      let text = '';
      for (const byte of bytes) {
        if (!inBase64) {
          if (byte === plus) {
            inBase64 = true;
            isEmpty = true;
          } else text += byte < 0x80 ? String.fromCharCode(byte) : '\ufffd';
          continue;
        }
        const value = base64.indexOf(String.fromCharCode(byte));
        if (value < 0) {
          text += leave();
          if (byte !== minus) text += byte < 0x80 ? String.fromCharCode(byte) : '\ufffd';
          else if (isEmpty) text += '+';
          continue;
        }
        isEmpty = false;
        bits = ((bits << 6) | value) & 0xffffff;
        count += 6;
        if (count < 16) continue;
        count -= 16;
        const unit = (bits >> count) & 0xffff;
        text += decoder.decode(Uint8Array.of(unit >> 8, unit & 0xff), { stream: true });
      }
      return text;
    },
    finish: leave,
  };
}
