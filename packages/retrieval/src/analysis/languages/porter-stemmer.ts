type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

const doubleSuffixes: Suffixes = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];
const thirdSuffixes: Suffixes = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const lastSuffixes: Suffixes = [
  ...['ement', 'ance', 'ence', 'able', 'ible', 'ment', 'ant', 'ent', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize', 'ion'],
  ...['al', 'er', 'ic', 'ou'],
].map((suffix) => [suffix, ''] as const);

/**
 * The stem of a lower-case English word. Words of one or two letters stay as they are.
 *
 * Porter: An algorithm for suffix stripping (Program 14, 1980), with the two rules that its author added later
 * (`bli` → `ble`, `logi` → `log`).
 */
export function porterStemmer(word: string): string {
  if (word.length < 3) return word;
  let stem = withoutPlural(word);
  stem = withoutPastOrGerund(stem);
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceLongest(stem, doubleSuffixes, 1);
  stem = replaceLongest(stem, thirdSuffixes, 1);
  stem = replaceLongest(stem, lastSuffixes, 2);
  return tidyEnd(stem);
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function withoutPastOrGerund(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((each) => word.endsWith(each));
  const stem = word.slice(0, word.length - (ending?.length ?? 0));
  if (ending === undefined || !hasVowel(stem)) return word;
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsInDoubleConsonant(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsInShortSyllable(stem) ? `${stem}e` : stem;
}

/** Replaces the longest suffix that fits, if what precedes it has the measure; `ion` goes only after `s` or `t`. */
function replaceLongest(word: string, suffixes: Suffixes, leastMeasure: number): string {
  for (const [suffix, replacement] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, word.length - suffix.length);
    const isKept = suffix === 'ion' && !/[st]$/.test(stem);
    return !isKept && measure(stem) >= leastMeasure ? stem + replacement : word;
  }
  return word;
}

function tidyEnd(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const shorter = stem.slice(0, -1);
    const size = measure(shorter);
    if (size > 1 || (size === 1 && !endsInShortSyllable(shorter))) stem = shorter;
  }
  return stem.endsWith('ll') && measure(stem) > 1 ? stem.slice(0, -1) : stem;
}

/** `y` is a vowel after a consonant. */
function isVowel(word: string, index: number): boolean {
  const letter = word[index] as string;
  return letter === 'y' ? index > 0 && !isVowel(word, index - 1) : 'aeiou'.includes(letter);
}

function hasVowel(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (isVowel(word, i)) return true;
  return false;
}

/** Porter's m: how many times a vowel is followed by a consonant. */
function measure(word: string): number {
  let count = 0;
  let wasVowel = false;
  for (let i = 0; i < word.length; i++) {
    const vowel = isVowel(word, i);
    if (wasVowel && !vowel) count++;
    wasVowel = vowel;
  }
  return count;
}

function endsInDoubleConsonant(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !isVowel(word, last);
}

/** Consonant, vowel, consonant other than `w`, `x`, `y`. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || /[wxy]$/.test(word)) return false;
  return !isVowel(word, last) && isVowel(word, last - 1) && !isVowel(word, last - 2);
}
