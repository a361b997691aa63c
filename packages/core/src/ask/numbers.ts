/** Small numbers as they are written in words, in the languages whose stems the analyzer knows by default. */
const words = [
  ['zero', 'null', 'zéro', 'cero'],
  ['one', 'ein', 'eine', 'einen', 'un', 'une', 'uno', 'una'],
  ['two', 'zwei', 'deux', 'due', 'dos'],
  ['three', 'drei', 'trois', 'tre', 'tres'],
  ['four', 'vier', 'quatre', 'quattro', 'cuatro'],
  ['five', 'fünf', 'cinq', 'cinque', 'cinco'],
  ['six', 'sechs', 'sei', 'seis'],
  ['seven', 'sieben', 'sept', 'sette', 'siete'],
  ['eight', 'acht', 'huit', 'otto', 'ocho'],
  ['nine', 'neun', 'neuf', 'nove', 'nueve'],
  ['ten', 'zehn', 'dix', 'dieci', 'diez'],
  ['eleven', 'elf', 'onze', 'undici', 'once'],
  ['twelve', 'zwölf', 'douze', 'dodici', 'doce'],
];

const values = new Map(words.flatMap((names, value) => names.map((name) => [name, String(value)] as const)));
/** Thousands divided by a sign, and maybe a fraction behind another. */
const grouped = /^(\d{1,3}([.,'’\u00a0\u202f])\d{3}(?:\2\d{3})*)(?:[.,](\d+))?$/;

/** The numbers that stand in a text as digits: `1,250.50` and `1.250,5` are the same. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g)].map(([number]) => canonical(number));
}

/** The numbers that a text tells, in digits or in words. */
export function numbersToldIn(text: string): Set<string> {
  const told = new Set(numbersOf(text));
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    const value = values.get(word);
    if (value !== undefined) told.add(value);
  }
  return told;
}

function canonical(number: string): string {
  const [, thousands, , decimals] = grouped.exec(number) ?? [];
  const [whole = '', fraction = ''] = thousands === undefined ? number.split(/[.,](?=\d+$)/) : [thousands, decimals];
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const significant = fraction.replace(/0+$/, '');
  return significant === '' ? digits : `${digits}.${significant}`;
}
