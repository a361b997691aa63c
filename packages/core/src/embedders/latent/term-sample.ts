import { type Analyzer, CuboError } from '@cubo/contracts';
import { separateBuffer } from '@cubo/library';
import type { Pacer } from './pacer.ts';

/** The terms of a sample of texts, counted. */
export interface TermSample {
  /** Number of texts. */
  readonly texts: number;
  /** Languages of the texts, the most frequent first. */
  readonly languages: readonly string[];
  /** All terms in the order of their first occurrence; a term's position is its number. */
  readonly terms: readonly string[];
  /** Number of texts each term occurs in. */
  readonly documentFrequencies: Uint32Array;
  /** `texts + 1` positions in `numbers` and `counts`: where the terms of each text begin. */
  readonly offsets: Uint32Array;
  /** Numbers of the distinct terms of each text. */
  readonly numbers: Uint32Array<ArrayBuffer>;
  /** How often each of them occurs in the text. */
  readonly counts: Uint32Array<ArrayBuffer>;
}

/** How a sample is counted. */
export interface TermSampleOptions {
  readonly analyzer: Analyzer;
  /** Reading stops after this many texts. */
  readonly maximumTexts: number;
  /** Terms that are first met after this many different ones are ignored. */
  readonly maximumTerms: number;
  readonly pacer: Pacer;
}

/**
 * The most text-term pairs kept, 8 bytes each: twenty thousand texts of eight hundred different words. Reading stops at
 * the text that reaches it, so that a sample of whole books cannot exhaust the memory.
 */
const maximumPairs = 1 << 24;

/** Pairs that there is room for at first: more than most samples have. */
const firstPairs = 1 << 21;

/** V8 keeps the whole text alive for a term of this length or more that was cut from it. */
const slicedLength = 13;

/** Reads a sample and counts its terms. */
export async function countTerms(sample: AsyncIterable<string>, options: TermSampleOptions): Promise<TermSample> {
  const { analyzer, pacer } = options;
  const numbersByTerm = new Map<string, number>();
  const languageCounts = new Map<string, number>();
  const offsets = [0];
  let documentFrequencies = new Uint32Array(1024);
  let numbers = new Uint32Array(separateBuffer(4 * firstPairs));
  let counts = new Uint32Array(separateBuffer(4 * firstPairs));
  let pairs = 0;

  const numberOf = (term: string): number | undefined => {
    const known = numbersByTerm.get(term);
    if (known !== undefined || numbersByTerm.size >= options.maximumTerms) return known;
    const number = numbersByTerm.size;
    numbersByTerm.set(term.length < slicedLength ? term : ownCopy(term), number);
    if (number === documentFrequencies.length) documentFrequencies = grown(documentFrequencies);
    return number;
  };

  for await (const text of sample) {
    if (typeof text !== 'string') {
      throw new CuboError({
        code: 'CUBO_BAD_ARGUMENT',
        message: `The sample to train on holds a ${typeof text} where a text was expected.`,
        remedy: 'Pass an async iterable of strings to fit().',
      });
    }
    const language = analyzer.detect(text);
    languageCounts.set(language, (languageCounts.get(language) ?? 0) + 1);
    const found = new Map<number, number>();
    for (const term of analyzer.analyze(text, { language })) {
      const number = numberOf(term);
      if (number !== undefined) found.set(number, (found.get(number) ?? 0) + 1);
    }
    for (const [number, count] of found) {
      documentFrequencies[number] = (documentFrequencies[number] as number) + 1;
      if (pairs === numbers.length) [numbers, counts] = [grown(numbers), grown(counts)];
      numbers[pairs] = number;
      counts[pairs++] = count;
    }
    offsets.push(pairs);
    if (pacer.due()) await pacer.rest();
    if (offsets.length > options.maximumTexts || pairs >= maximumPairs) break;
  }

  return {
    texts: offsets.length - 1,
    languages: [...languageCounts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language),
    terms: [...numbersByTerm.keys()],
    documentFrequencies: documentFrequencies.slice(0, numbersByTerm.size),
    offsets: Uint32Array.from(offsets),
    numbers: numbers.subarray(0, pairs),
    counts: counts.subarray(0, pairs),
  };
}

/** Twice as long, with the same beginning. */
function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(separateBuffer(8 * array.length), 0, 2 * array.length);
  larger.set(array);
  return larger;
}

function ownCopy(term: string): string {
  return Buffer.from(term, 'utf16le').toString('utf16le');
}
