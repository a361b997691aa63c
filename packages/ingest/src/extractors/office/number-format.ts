const romans: readonly (readonly [value: number, letters: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const largestRoman = 3999;
/** Letters are repeated from one time through the alphabet to the next: z, aa, bb. */
const mostLetters = 30;

/** How the numbers of lists are written, in the common terms of the office formats. */
export type NumberStyle = 'decimal' | 'decimalZero' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman';

/** Writes a number of a list; digits where it lies outside of what letters and Roman numerals can say. */
export function formatNumber(value: number, style: NumberStyle): string {
  if (style === 'decimalZero') return value >= 0 && value < 10 ? `0${value}` : String(value);
  if (style === 'lowerLetter') return letters(value);
  if (style === 'upperLetter') return letters(value).toUpperCase();
  if (style === 'lowerRoman') return roman(value);
  if (style === 'upperRoman') return roman(value).toUpperCase();
  return String(value);
}

function letters(value: number): string {
  const times = Math.ceil(value / 26);
  if (value < 1 || times > mostLetters) return String(value);
  return String.fromCharCode(0x61 + ((value - 1) % 26)).repeat(times);
}

function roman(value: number): string {
  if (value < 1 || value > largestRoman) return String(value);
  let left = value;
  let text = '';
  for (const [size, sign] of romans) {
    for (; left >= size; left -= size) text += sign;
  }
  return text;
}
