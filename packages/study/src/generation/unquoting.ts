import type { ItemReader } from './item-reader.ts';

/** Longer texts are not waited for, in characters. */
const longestHeld = 200_000;

/** Has a reader given the content of an answer that is one JSON text, with JSON in it; any other as it comes. */
export function unquoting(reader: ItemReader): ItemReader {
  let held: string | undefined = '';
  return {
    push(piece) {
      if (held === undefined) return reader.push(piece);
      held += piece;
      if (/^\s*(?:"|$)/.test(held) && held.length < longestHeld) return [];
      const begun = held;
      held = undefined;
      return reader.push(begun);
    },
    end() {
      const whole = held;
      held = undefined;
      return whole === undefined ? reader.end() : [...reader.push(contentOf(whole)), ...reader.end()];
    },
  };
}

function contentOf(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
