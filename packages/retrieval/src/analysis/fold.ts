// Letters that no Unicode decomposition reduces to a base letter.
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
};
const letter = /[ßæœøłđðþħŧıŋς]/gu;
const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;
// Vowel signs, Koranic marks, superscript alef, tatweel. U+0653–U+0655 (madda, hamza) also reduce آ أ إ to ا.
const arabicMarks = /[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/gu;
// Letters of their own, which nobody leaves the mark of out: й and Ukrainian ї.
const ownLetters = new Set(['й', 'ї'].map((own) => own.normalize('NFD')));
const foldable = /[^\0-\x7f]/u;
const alwaysAscii = /^[\0-\x7f]*$/u;

/**
 * Removes what people leave out when they type a word in a hurry: accents of Latin, Greek and Cyrillic letters (`é` →
 * `e`, `ü` → `u`, `ß` → `ss`, `ø` → `o`) and the vowel signs of Arabic. Marks that make another letter (Devanagari,
 * Thai) stay. Expects a lower-case word.
 */
export function fold(word: string): string {
  if (!foldable.test(word)) return word;
  const base = word.normalize('NFD').replace(accented, bare).replace(arabicMarks, '');
  const folded = base.replace(letter, (match) => letters[match] as string);
  return alwaysAscii.test(folded) ? folded : folded.normalize('NFC');
}

function bare(match: string, base: string): string {
  return ownLetters.has(match) ? match : base;
}
