/** What a character is where its neighbours do not matter. */
const gap = 0;
const wordCharacter = 1;
/** One that changes in normalization, joins its neighbours, or belongs to a script that needs more than this. */
const special = 2;

const examined = 0x2200;
const classes = classify();

/** Latin letters, digits and the signs of most texts are simple; all else is special. */
function classify(): Uint8Array {
  const table = new Uint8Array(examined).fill(special);
  const isWord = /^[\p{L}\p{M}\p{N}]$/u;
  const simple: readonly (readonly [from: number, to: number])[] = [
    [0, 0x24f],
    [0x2010, 0x205e],
    [0x20a0, 0x20bf],
    [0x2190, 0x21ff],
  ];
  for (const [from, to] of simple) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCharCode(code);
      const normalized = character.normalize('NFKC');
      const isInvisible = code === 0xad;
      if (normalized !== character || character.toLowerCase().length !== 1 || isInvisible) continue;
      table[code] = isWord.test(character) ? wordCharacter : gap;
    }
  }
  return table;
}

let bounds = new Int32Array(4096);

/** The words of a text as runs of letters, marks and digits, found without building them. */
export interface WordBounds {
  /** Start and end of each word in turn; valid until the next text. */
  readonly bounds: Int32Array;
  readonly words: number;
}

/**
 * Finds the words of a text that is simple throughout: normalization changes nothing about it but the case, and every
 * word stands for itself. `undefined` for any other text.
 */
export function wordBounds(text: string): WordBounds | undefined {
  const { length } = text;
  if (bounds.length <= length + 1) bounds = new Int32Array(2 * length + 2);
  const found = bounds;
  let at = 0;
  let inWord: number = gap;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const kind = code < examined ? (classes[code] as number) : special;
    if (kind === inWord) continue;
    if (kind === special) return undefined;
    found[at++] = i;
    inWord = kind;
  }
  if (inWord === wordCharacter) found[at++] = length;
  return { bounds: found, words: at >>> 1 };
}
