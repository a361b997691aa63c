/** A text without what writing leaves open: kinds of white space, quotes and dashes, capitals, how accents are coded. */
export interface FoldedText {
  readonly text: string;
  /** For each code unit of the folded text where it comes from. */
  readonly starts: Uint32Array;
  /** And where that ends. */
  readonly ends: Uint32Array;
}

const singleQuotes = /[‘’‚‛′´`ʼ]/u;
const doubleQuotes = /["“”„‟″«»‹›]/u;
const dashes = /[‐‑‒–—―−]/u;
const invisible = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
/** A word that is cut at the end of a line. */
const cutWord = /-[^\S\r\n]*(?:\r\n|\r|\n)\s*(?=\p{Ll})/uy;

/** What characters of ASCII become, of which most texts are made. */
const folded = { exact: asciiTable(false), loose: asciiTable(true) } as const;

/** Folds a text. `loose` also leaves out everything but letters and digits, such as the marks of Markdown. */
export function foldText(text: string, options: { readonly loose?: boolean } = {}): FoldedText {
  const { loose = false } = options;
  // Accents are coded apart: a text grows by that, but hardly.
  let starts = new Uint32Array(text.length + 16);
  let ends = new Uint32Array(text.length + 16);
  let result = '';
  let isSpace = true;
  for (let at = 0; at < text.length; ) {
    const end = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
    const cut = wordCutAt(text, at);
    const added = cut === undefined ? foldAt(text, at, { end, loose }) : '';
    if (added !== ' ' || !isSpace) {
      if (result.length + added.length > starts.length) {
        starts = grown(starts);
        ends = grown(ends);
      }
      for (let i = 0; i < added.length; i++) {
        starts[result.length + i] = at;
        ends[result.length + i] = end;
      }
      result += added;
      if (added !== '') isSpace = added === ' ';
    }
    at = cut ?? end;
  }
  return { text: result, starts: starts.subarray(0, result.length), ends: ends.subarray(0, result.length) };
}

function foldAt(text: string, at: number, { end, loose }: { readonly end: number; readonly loose: boolean }): string {
  const keepsSigns = !loose || isInNumber(text, at);
  const code = text.charCodeAt(at);
  if (code < 128) return (keepsSigns ? folded.exact : folded.loose)[code] as string;
  return foldCharacter(text.slice(at, end), !keepsSigns);
}

function asciiTable(loose: boolean): string[] {
  return Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code), loose));
}

function foldCharacter(character: string, loose: boolean): string {
  if (/\s/u.test(character)) return ' ';
  if (invisible.test(character)) return '';
  if (loose && !/[\p{L}\p{M}\p{N}]/u.test(character)) return ' ';
  if (doubleQuotes.test(character)) return '"';
  if (singleQuotes.test(character)) return "'";
  if (dashes.test(character)) return '-';
  if (character === '…') return '...';
  if (character === 'ß') return 'ss';
  return character.normalize('NFKD').toLowerCase();
}

/** Whether a sign parts the digits of a number: without it `1.5` would be two. */
function isInNumber(text: string, at: number): boolean {
  return (text[at] === '.' || text[at] === ',') && /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '');
}

/** Where the rest of a word begins that is cut at the end of a line; `undefined` where none is. */
function wordCutAt(text: string, at: number): number | undefined {
  if (at === 0 || text[at] !== '-' || !/\p{L}/u.test(text[at - 1] as string)) return undefined;
  cutWord.lastIndex = at;
  const found = cutWord.exec(text);
  return found === null ? undefined : at + found[0].length;
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2 + 32);
  larger.set(array);
  return larger;
}
