import { isSymbolFont, mapPrivateSigns, symbolText } from '../office/symbol-fonts.ts';
import { codePageDecoder } from './rtf-encoding.ts';

/** Bytes without a control word between them are decoded in parts of about this size. */
const longestRun = 64 * 1024;

/** How the bytes and characters of a text are to be understood. */
export interface RtfFont {
  readonly name: string;
  readonly codePage: number;
}

/** Makes characters of the bytes of an RTF text. */
export interface RtfText {
  byte(value: number, font: RtfFont): void;
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
    byte(value, font) {
      if (isSymbolFont(font.name)) {
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
