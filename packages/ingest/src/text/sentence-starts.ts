import { abbreviations, monthNames, ordinalSignals } from './abbreviations.ts';

// What may end a sentence: the terminals of Unicode and the ellipsis, then closing marks, then white space; terminals
// of scripts that are written without spaces (fullwidth and ideographic) need none. Or a blank line, or a line with a
// bullet. Each alternative can begin at one place of a run only, which keeps the search linear.
const candidate =
  /(?<![\p{Sentence_Terminal}…])[\p{Sentence_Terminal}…]+[\p{Pe}\p{Pf}"'»*_]*(?=\s)\s+|[。！？｡．][\p{Pe}\p{Pf}"'」』]*\s*|\n[^\S\n]*\n\s*|\n[^\S\n]*(?=(?:[-*•–·▪]|\d{1,3}[.)]|[a-z]\))[^\S\n])/uy;

/** The code units with which a candidate may begin: terminals, line feeds, and the first halves of surrogate pairs. */
const mayBegin = Uint8Array.from({ length: 0x10000 }, (_, code) => {
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return Number(isHalf || /[\p{Sentence_Terminal}…｡．\n]/u.test(String.fromCharCode(code)));
});

/** All matches in order. Most characters begin none, which a look into a table tells sooner than the pattern. */
function* candidates(range: string): Generator<RegExpExecArray> {
  for (let at = 0; at < range.length; at++) {
    if (mayBegin[range.charCodeAt(at)] === 0) continue;
    candidate.lastIndex = at;
    const match = candidate.exec(range);
    if (match === null) continue;
    at = candidate.lastIndex - 1;
    yield match;
  }
}

const combining = /^[\p{M}\u200c\u200d]/u;
const lastWord = /[\p{L}\p{M}\p{N}]+(?:[.'’-][\p{L}\p{M}\p{N}]+)*$/u;
const nextWord = /^["'»«„“‘([]*([\p{L}\p{N}]+)/u;

/**
 * Where sentences begin within `[from, to)` of a text, ascending; `from` itself is not among them. Made for cutting: it
 * looks at borders alone, knows no language, and rather misses a border than puts one after an abbreviation (`Abs.`,
 * `z. B.`, `e.g.`, `ecc.`), an initial, an ordinal (`3. Oktober`) or a decimal. Blank lines and bullets begin a
 * sentence too.
 */
export function sentenceStarts(text: string, from = 0, to: number = text.length): number[] {
  const starts: number[] = [];
  const range = text.slice(from, to);
  for (const match of candidates(range)) {
    const start = from + match.index + match[0].length;
    if (start >= to || (match.index === 0 && match[0].trim() === '')) continue;
    if (combining.test(text.slice(start, start + 2))) continue;
    if (endsSentence(text, from, from + match.index, match[0], start)) starts.push(start);
  }
  return starts;
}

function endsSentence(text: string, from: number, at: number, mark: string, next: number): boolean {
  if (!/^[\p{Sentence_Terminal}…]/u.test(mark)) return true;
  if (!mark.startsWith('.') && !mark.startsWith('…')) {
    // "Why?" he asked.
    return !(/[\p{Pf}"'»]\s+$/u.test(mark) && /^\p{Ll}/u.test(text.slice(next, next + 2)));
  }
  if (/^\p{Ll}/u.test(text.slice(next, next + 2))) return false;
  if (mark.startsWith('..') || mark.startsWith('…') || /\n\s*\n/.test(mark)) return true;
  const before = text.slice(Math.max(from - 40, 0, at - 60), at);
  const word = wordAtEnd(before);
  if (word === '') return true;
  if (/^\d+$/.test(word)) return !isOrdinal(before, word, text.slice(next, next + 30));
  const plain = word.toLowerCase();
  // An initial, or the last letter of `z. B.`, `U.S.`, `e.g.`.
  if (/(?:^|\.)\p{L}$/u.test(plain)) return false;
  if (/^[IVXLC]{2,}$/.test(word)) return false;
  return !abbreviations.has(plain.replaceAll('.', '')) && !abbreviations.has(plain.split(/[.'’-]/).at(-1) ?? '');
}

function isOrdinal(before: string, number: string, after: string): boolean {
  if (number.length > 2) return false;
  const following = nextWord.exec(after)?.[1]?.toLowerCase() ?? '';
  if (monthNames.has(following) || /^\d/.test(following)) return true;
  const context = before.slice(0, before.length - number.length).trimEnd();
  // At the beginning of a line it numbers a list or a heading.
  if (/(?:^|\n)\s*$/.test(before.slice(0, before.length - number.length))) return true;
  return ordinalSignals.has(wordAtEnd(context).toLowerCase());
}

function wordAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && text[start - 1]?.trim() !== '') start--;
  return lastWord.exec(text.slice(start))?.[0] ?? '';
}
