import { type Analyzer, CuboError } from '@cubo/contracts';
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
  readonly numbers: Uint32Array;
  /** How often each of them occurs in the text. */
  readonly counts: Uint32Array;
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

/** V8 keeps the whole text alive for a term of this length or more that was cut from it. */
const slicedLength = 13;

/** Reads a sample and counts its terms. */
export async function countTerms(sample: AsyncIterable<string>, options: TermSampleOptions): Promise<TermSample> {
  const { analyzer, pacer } = options;
  const numbersByTerm = new Map<string, number>();
  const languageCounts = new Map<string, number>();
  const rows: Uint32Array[] = [];
  let documentFrequencies = new Uint32Array(1024);
  let pairs = 0;

  const numberOf = (term: string): number | undefined => {
    const known = numbersByTerm.get(term);
    if (known !== undefined || numbersByTerm.size >= options.maximumTerms) return known;
    const number = numbersByTerm.size;
    numbersByTerm.set(term.length < slicedLength ? term : ownCopy(term), number);
    if (number === documentFrequencies.length) {
      const larger = new Uint32Array(number * 2);
      larger.set(documentFrequencies);
      documentFrequencies = larger;
    }
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
    const counts = new Map<number, number>();
    for (const term of analyzer.analyze(text, { language })) {
      const number = numberOf(term);
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const row = new Uint32Array(counts.size * 2);
    let at = 0;
    for (const [number, count] of counts) {
      documentFrequencies[number] = (documentFrequencies[number] as number) + 1;
      row[at++] = number;
      row[at++] = count;
    }
    rows.push(row);
    pairs += counts.size;
    if (pacer.due()) await pacer.rest();
    if (rows.length >= options.maximumTexts || pairs >= maximumPairs) break;
  }

  const offsets = new Uint32Array(rows.length + 1);
  const numbers = new Uint32Array(pairs);
  const counts = new Uint32Array(pairs);
  let at = 0;
  for (const [i, row] of rows.entries()) {
    for (let j = 0; j < row.length; j += 2, at++) {
      numbers[at] = row[j] as number;
      counts[at] = row[j + 1] as number;
    }
    offsets[i + 1] = at;
    if (pacer.due()) await pacer.rest();
  }
  return {
    texts: rows.length,
    languages: [...languageCounts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([language]) => language),
    terms: [...numbersByTerm.keys()],
    documentFrequencies: documentFrequencies.slice(0, numbersByTerm.size),
    offsets,
    numbers,
    counts,
  };
}

function ownCopy(term: string): string {
  return Buffer.from(term, 'utf16le').toString('utf16le');
}
