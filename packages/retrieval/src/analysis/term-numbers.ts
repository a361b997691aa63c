import { detach } from '../detach.ts';
import type { NumberedTerms } from './numbered-terms.ts';
import { unitsToString, type WordBounds } from './word-bounds.ts';
import { type WordTable, wordTable } from './word-table.ts';

/** What stands beside a word: an apostrophe before it, else one behind it, or neither. */
export interface Beside {
  readonly afterApostrophe: boolean;
  readonly beforeApostrophe: boolean;
}

const beside: readonly Beside[] = [
  { afterApostrophe: false, beforeApostrophe: false },
  { afterApostrophe: true, beforeApostrophe: false },
  { afterApostrophe: false, beforeApostrophe: true },
];

/** Longer words hardly come again. */
const longestRemembered = 32;
/** Longer ones are cut further down by the analysis. */
const longestRead = 256;
/** Words that a text of {@link WordBounds} can have. */
const mostWords = 1 << 15;

const unknown = 0;
const dropped = -1;

/** What is remembered of words; it is given up as a whole when it is full. */
interface Memory {
  readonly words: WordTable;
  /** Terms by number; the first is none. */
  readonly terms: string[];
  readonly numbers: Map<string, number>;
  /** By language: the number of the term of each word, in each of the three surroundings. */
  readonly known: Map<string, Int32Array>;
}

/**
 * Numbers the terms of texts of simple characters, and remembers them word by word. `termOf` gives the term of a word in
 * lower case, or `''` where it is dropped. At most about `capacity` words are held.
 */
export function termNumbers<Language extends { code: string } | undefined>(
  termOf: (word: string, beside: Beside, language: Language) => string,
  capacity = 1 << 17,
): (found: WordBounds, language: Language) => NumberedTerms {
  const numbers = new Int32Array(mostWords + 1);
  const positions = new Int32Array(mostWords + 1);
  let memory = newMemory();

  function newMemory(): Memory {
    return { words: wordTable(), terms: [''], numbers: new Map(), known: new Map() };
  }

  function numberOf(term: string): number {
    if (term === '') return dropped;
    let number = memory.numbers.get(term);
    if (number === undefined) {
      const own = detach(term);
      number = memory.terms.push(own) - 1;
      memory.numbers.set(own, number);
    }
    return number;
  }

  /** What is known of the words in a language, with room for all of them. */
  function knownIn(code: string, words: number): Int32Array {
    let known = memory.known.get(code) ?? new Int32Array(3 * 1024);
    while (known.length < 3 * words) {
      const larger = new Int32Array(2 * known.length);
      larger.set(known);
      known = larger;
    }
    memory.known.set(code, known);
    return known;
  }

  return (found, language) => {
    if (memory.words.size >= capacity || memory.terms.length >= capacity) memory = newMemory();
    const { units, bounds } = found;
    const { words, terms } = memory;
    const code = language?.code ?? '';
    let known = knownIn(code, words.size);
    let count = 0;
    for (let i = 0; i < found.words; i++) {
      const start = bounds[2 * i] as number;
      const end = bounds[2 * i + 1] as number;
      let place = 0;
      if (start > 0 && isApostrophe(units[start - 1])) place = 1;
      else if (isApostrophe(units[end])) place = 2;
      let number: number;
      if (end - start > longestRemembered) {
        const word = unitsToString(units, start, Math.min(end, start + longestRead));
        number = numberOf(termOf(word, beside[place] as Beside, language));
      } else {
        let word = words.find(found, i);
        if (word < 0) {
          word = words.add(found, i);
          known = 3 * word < known.length ? known : knownIn(code, word + 1);
        }
        number = known[3 * word + place] as number;
        if (number === unknown) {
          number = numberOf(termOf(words.text(word), beside[place] as Beside, language));
          known[3 * word + place] = number;
        }
      }
      if (number > 0) {
        numbers[count] = number;
        positions[count++] = i;
      }
    }
    return { epoch: memory, numbers, positions, count, term: (number) => terms[number] as string };
  };
}

/** The modifier letter is none of the simple characters. */
function isApostrophe(unit: number | undefined): boolean {
  return unit === 0x27 || unit === 0x2019;
}
