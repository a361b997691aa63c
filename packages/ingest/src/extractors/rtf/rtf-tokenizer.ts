const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const quote = 0x27;
/** No control word is longer (RTF 1.9.1: 32 letters). */
const longestWord = 64;
const longestParameter = 12;

/** Takes the tokens of an RTF file in order. */
export interface RtfHandler {
  open(): void;
  close(): void;
  /** A control word with its number, or a control symbol such as `~` or `*`. */
  control(word: string, parameter: number | undefined): void;
  /** A byte of text in the encoding of the current font. */
  byte(value: number): void;
  /** Several bytes of text. */
  run(bytes: Uint8Array): void;
}

/** Divides the bytes of an RTF file into tokens, however they are cut into pieces. */
export interface RtfTokenizer {
  write(piece: Uint8Array): void;
  end(): void;
}

/** Reads RTF 1.9.1 into `handler`, in linear time; binary data is passed over. */
export function createRtfTokenizer(handler: RtfHandler): RtfTokenizer {
  /** What is open: plain text, the sign after a backslash, a word, its number, or the digits of a byte. */
  let state: 'text' | 'escape' | 'word' | 'number' | 'hex' = 'text';
  let word = '';
  let number = '';
  let hex = '';
  let binary = 0;

  function endWord(): void {
    state = 'text';
    const parameter = /\d/.test(number) ? Number(number) : undefined;
    if (word === 'bin') binary = Math.max(0, parameter ?? 0);
    else handler.control(word, parameter);
  }

  function escaped(code: number): void {
    if (isLetter(code)) {
      state = 'word';
      word = String.fromCharCode(code);
      number = '';
      return;
    }
    state = 'text';
    if (code === quote) {
      state = 'hex';
      hex = '';
    } else if (code === backslash || code === openBrace || code === closeBrace) handler.byte(code);
    else if (code === 0x0a || code === 0x0d) handler.control('par', undefined);
    else handler.control(String.fromCharCode(code), undefined);
  }

  function plain(code: number): void {
    if (code === backslash) state = 'escape';
    else if (code === openBrace) handler.open();
    else if (code === closeBrace) handler.close();
  }

  /** Takes a byte into an open word or number; `false` where it ends there and the byte is to be read again. */
  function inWord(code: number): boolean {
    if (state === 'word' && isLetter(code) && word.length < longestWord) {
      word += String.fromCharCode(code);
      return true;
    }
    const isMinus = code === 0x2d && state === 'word';
    if ((isMinus || isDigit(code)) && number.length < longestParameter) {
      state = 'number';
      number += String.fromCharCode(code);
      return true;
    }
    endWord();
    return code === 0x20;
  }

  /** Takes a byte of a hexadecimal number; `false` where it is none and to be read again. */
  function inHex(code: number): boolean {
    const sign = String.fromCharCode(code);
    if (!/[0-9a-f]/i.test(sign)) {
      state = 'text';
      return false;
    }
    hex += sign;
    if (hex.length < 2) return true;
    state = 'text';
    handler.byte(Number.parseInt(hex, 16));
    return true;
  }

  return {
    write(piece) {
      for (let at = 0; at < piece.length; at++) {
        if (binary > 0) {
          const skipped = Math.min(binary, piece.length - at);
          binary -= skipped;
          at += skipped - 1;
          continue;
        }
        const code = piece[at] as number;
        if (state === 'text') {
          const end = endOfRun(piece, at);
          if (end > at) {
            handler.run(piece.subarray(at, end));
            at = end - 1;
          } else plain(code);
        } else if (state === 'escape') escaped(code);
        else if (state === 'hex' ? !inHex(code) : !inWord(code)) at--;
      }
    },
    end() {
      if (state === 'word' || state === 'number') endWord();
    },
  };
}

/** Where the text that begins at an offset ends: at a backslash, brace, line end or NUL. */
function endOfRun(piece: Uint8Array, start: number): number {
  let at = start;
  for (; at < piece.length; at++) {
    const code = piece[at] as number;
    if (code === backslash || code === openBrace || code === closeBrace) break;
    if (code === 0x0a || code === 0x0d || code === 0) break;
  }
  return at;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
