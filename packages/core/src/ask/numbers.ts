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

/** Thirteen to nineteen, and the tens from twenty on, in the same languages. */
const larger: Readonly<Record<string, { readonly teens: readonly string[]; readonly tens: readonly string[] }>> = {
  en: {
    teens: ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
    tens: ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'],
  },
  de: {
    teens: ['dreizehn', 'vierzehn', 'fünfzehn', 'sechzehn', 'siebzehn', 'achtzehn', 'neunzehn'],
    tens: ['zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'],
  },
  fr: {
    teens: ['treize', 'quatorze', 'quinze', 'seize', 'dix-sept', 'dix-huit', 'dix-neuf'],
    tens: ['vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante-dix', 'quatre-vingts', 'quatre-vingt-dix'],
  },
  it: {
    teens: ['tredici', 'quattordici', 'quindici', 'sedici', 'diciassette', 'diciotto', 'diciannove'],
    tens: ['venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta'],
  },
  es: {
    teens: ['trece', 'catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve'],
    tens: ['veinte', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'],
  },
};

const values = new Map([
  ...words.flatMap((names, value) => names.map((name) => [name, String(value)] as const)),
  ...upToHundred(),
]);

/** Numbers from thirteen on, with those that are made of a ten and a one and written as one word or with hyphens. */
function* upToHundred(): Generator<readonly [string, string]> {
  for (const [language, { teens, tens }] of Object.entries(larger)) {
    for (const [index, name] of teens.entries()) yield [name, String(index + 13)];
    for (const [index, ten] of tens.entries()) {
      yield [ten, String((index + 2) * 10)];
      // Beyond the twenties Spanish writes three words.
      if (language === 'es' && index > 0) continue;
      for (let one = 1; one < 10; one++) {
        const value = String((index + 2) * 10 + one);
        for (const name of words[one] as string[]) yield [together(language, ten, name), value];
      }
    }
  }
}

function together(language: string, ten: string, one: string): string {
  if (language === 'de') return `${one}und${ten}`;
  if (language === 'it') return `${/^[ou]/.test(one) ? ten.slice(0, -1) : ten}${one}`;
  if (language === 'es') return `veinti${one}`;
  return `${ten.replace(/vingts$/, 'vingt')}-${one}`;
}

/** Thousands divided by a sign, and maybe a fraction behind another. */
const grouped = /^(\d{1,3}([.,'’\u00a0\u202f])\d{3}(?:\2\d{3})*)(?:[.,](\d+))?$/;

/** The numbers that stand in a text as digits: `1,250.50` and `1.250,5` are the same. */
export function numbersOf(text: string): string[] {
  return [...text.matchAll(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g)].map(([number]) => canonical(number));
}

const word = /\p{L}+(?:-\p{L}+)*/gu;

/** The numbers that a text tells, in digits or in words. */
export function numbersToldIn(text: string): Set<string> {
  const told = new Set(numbersOf(text));
  for (const [found] of text.toLowerCase().matchAll(word)) {
    for (const part of values.has(found) ? [found] : found.split('-')) {
      const value = values.get(part);
      if (value !== undefined) told.add(value);
    }
  }
  return told;
}

/** A text without the numbers that it tells in words. */
export function withoutNumberWords(text: string): string {
  return text.replace(word, (found) => (values.has(found.toLowerCase()) ? ' ' : found));
}

function canonical(number: string): string {
  const [, thousands, , decimals] = grouped.exec(number) ?? [];
  const [whole = '', fraction = ''] = thousands === undefined ? number.split(/[.,](?=\d+$)/) : [thousands, decimals];
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const significant = fraction.replace(/0+$/, '');
  return significant === '' ? digits : `${digits}.${significant}`;
}
