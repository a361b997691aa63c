/** How a generated text is made. */
export interface ZipfTextOptions {
  /** The same seed gives the same text. */
  readonly seed: number;
  /** Length in characters, all ASCII; a sentence more or less. */
  readonly characters: number;
  /** Different words. Default 200 000. */
  readonly vocabulary?: number | undefined;
}

/**
 * English-looking text of made-up words, of which the r-th most frequent is about 1/r as frequent as the first, as in
 * real text (Zipf's law): sentences of 6 to 20 words in paragraphs of 5. It has the statistics of words but no topics.
 */
export function zipfText(options: ZipfTextOptions): string {
  const { characters, vocabulary = 200_000 } = options;
  const next = createUniform(options.seed);
  const parts: string[] = [];
  let length = 0;
  for (let sentence = 1; length < characters; sentence++) {
    const words = Array.from({ length: 6 + Math.floor(next() * 15) }, () => wordOf(Math.floor(vocabulary ** next())));
    const text = `${words.join(' ')}.${sentence % 5 === 0 ? '\n\n' : ' '}`;
    parts.push(text);
    length += text.length;
  }
  return parts.join('');
}

const syllables = [
  'ka',
  'le',
  'mi',
  'no',
  'ru',
  'sta',
  'tre',
  'vi',
  'pon',
  'der',
  'gal',
  'ish',
  'orb',
  'ent',
  'al',
  'quo',
];

/** The word of a rank; frequent words are short. */
function wordOf(rank: number): string {
  let word = '';
  for (let rest = rank; rest > 0 || word === ''; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length] as string;
  }
  return word;
}

/** Numbers from 0 up to 1; the minimal standard generator of Park and Miller. */
function createUniform(seed: number): () => number {
  const modulus = 2 ** 31 - 1;
  let state = (Math.abs(Math.trunc(seed)) % (modulus - 1)) + 1;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}
