import { mapPrivateSigns, symbolText } from '../office/symbol-fonts.ts';
import { codePageDecoder } from './rtf-encoding.ts';

/** Bytes without a control word between them are decoded in parts of about this size. */
const longestRun = 64 * 1024;

/** How the bytes and characters of a text are to be understood. */
export interface RtfFont {
  readonly name: string;
  /** Whether its characters are signs instead of letters. */
  readonly isSymbol: boolean;
  readonly codePage: number;
}

/** Makes characters of the bytes of an RTF text. */
export interface RtfText {
  byte(value: number, font: RtfFont): void;
  /** Several bytes. */
  run(bytes: Uint8Array, font: RtfFont): void;
  /** A character by its UTF-16 code unit, as `\u` gives it. */
  unit(value: number, font: RtfFont): void;
  /** Passes on what has been added. */
  flush(): void;
}

/** Characters go to `add`; those of symbol fonts as the signs they show. */
export function createRtfText(add: (text: string) => void): RtfText {
  let bytes: number[] = [];
  let codePage = 1252;

  function flush(): void {
    if (bytes.length === 0) return;
    const run = bytes;
    bytes = [];
    add(codePageDecoder(codePage).decode(run));
  }

  return {
    run(run, font) {
      // Bytes that are plain ASCII need no decoder, unless the first of them ends a character of two bytes.
      const isPlain = bytes.length === 0 && !font.isSymbol && isAscii(run);
      if (isPlain) add(Buffer.from(run.buffer, run.byteOffset, run.byteLength).toString('latin1'));
      else for (const value of run) this.byte(value, font);
    },
    byte(value, font) {
      if (font.isSymbol) {
        flush();
        add(symbolText(font.name, value));
        return;
      }
      if (font.codePage !== codePage) flush();
      codePage = font.codePage;
      bytes.push(value);
      if (bytes.length > longestRun && value === 0x20) flush();
    },
    unit(value, font) {
      flush();
      const character = String.fromCharCode(value < 0 ? value + 0x10000 : value);
      add(mapPrivateSigns(character, font.name));
    },
    flush,
  };
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) >= 0x80) return false;
  return true;
}
