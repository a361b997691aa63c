import { detach } from '../detach.ts';
import { type ExtraForm, extraForms, references } from './extra-forms.ts';
import type { WrittenWord } from './joined-words.ts';
import { compose } from './normalize.ts';
import type { NumberedTerms } from './numbered-terms.ts';
import { between } from './tokenize.ts';
import { mayBeJoined, mayBeReference, unitsToString, type WordBounds } from './word-bounds.ts';
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
/** With the extra forms of each: two of a reference, and less than one for each character of the word. */
const mostTerms = 5 * mostWords;

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
  /** By language: the extra forms of words that may be joined, by what the text has, see {@link Extras}. */
  readonly extras: Map<string, Map<string, Extras>>;
  /** How many are in all of these maps. */
  extrasHeld: number;
}

/** By turns at which word of several, from 0, and the number of the term. */
type Extras = readonly number[];
const noExtras: Extras = [];

/**
 * Numbers the terms of texts of simple characters, and remembers them word by word. `termOf` gives the term of a word in
 * lower case, or `''` where it is dropped, and `extraTermOf` that of an extra form. At most about `capacity` words are
 * held.
 */
export function termNumbers<Language extends { code: string } | undefined>(
  termOf: (word: string, beside: Beside, language: Language) => string,
  extraTermOf: (form: ExtraForm, language: Language) => string,
  capacity = 1 << 17,
): (found: WordBounds, language: Language) => NumberedTerms {
  const numbers = new Int32Array(mostTerms);
  const positions = new Int32Array(mostTerms);
  let memory = newMemory();

  function newMemory(): Memory {
    return { words: wordTable(), terms: [''], numbers: new Map(), known: new Map(), extras: new Map(), extrasHeld: 0 };
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

  /** What words have beside themselves, from the first to the last of those that may be joined. */
  function extrasOf(found: WordBounds, first: number, last: number, language: Language): Extras {
    const { bounds, text } = found;
    const code = language?.code ?? '';
    let known = memory.extras.get(code);
    if (known === undefined) {
      known = new Map();
      memory.extras.set(code, known);
    }
    const key = text.slice(bounds[2 * first], bounds[2 * last + 1]);
    let extras = known.get(key);
    if (extras === undefined) {
      const words = Array.from({ length: last - first + 1 }, (_, i) => writtenWord(found, first + i) as WrittenWord);
      extras = extraForms(words).flatMap((form) => [form.index, numberOf(extraTermOf(form, language))]);
      if (key.length <= longestRemembered) {
        known.set(detach(key), extras);
        memory.extrasHeld++;
      }
    }
    return extras;
  }

  const referencesAt = (found: WordBounds, index: number, language: Language) =>
    references((at) => writtenWord(found, at), index).map((form) => numberOf(extraTermOf(form, language)));

  /** Adds a form unless it is among those from `first` on, and gives how many there are then. */
  function addForm(number: number, position: number, first: number, count: number): number {
    if (number < 0) return count;
    for (let i = first; i < count; i++) if (numbers[i] === number) return count;
    numbers[count] = number;
    positions[count] = position;
    return count + 1;
  }

  return (found, language) => {
    if (Math.max(memory.words.size, memory.terms.length, memory.extrasHeld) >= capacity) memory = newMemory();
    const { units, bounds, marks } = found;
    let extras = noExtras;
    let firstOfExtras = 0;
    let nextExtra = 0;
    let chainEnd = 0;
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
      const mark = marks[i] as number;
      if (mark === 0 && i >= chainEnd) continue;
      const first = number > 0 ? count - 1 : count;
      if (i >= chainEnd) {
        firstOfExtras = i;
        chainEnd = i + 1;
        while (((marks[chainEnd - 1] as number) & mayBeJoined) !== 0) chainEnd++;
        extras = extrasOf(found, i, chainEnd - 1, language);
        nextExtra = 0;
      }
      for (; extras[nextExtra] === i - firstOfExtras; nextExtra += 2) {
        count = addForm(extras[nextExtra + 1] as number, i, first, count);
      }
      if ((mark & mayBeReference) !== 0) {
        for (const extra of referencesAt(found, i, language)) count = addForm(extra, i, first, count);
      }
    }
    return { epoch: memory, numbers, positions, count, term: (number) => terms[number] as string };
  };
}

function writtenWord({ bounds, text, words }: WordBounds, index: number): WrittenWord | undefined {
  if (index < 0 || index >= words) return undefined;
  const start = bounds[2 * index] as number;
  const last = index > 0 ? (bounds[2 * index - 1] as number) : 0;
  return {
    written: compose(text.slice(start, bounds[2 * index + 1])),
    before: compose(between(text, last, start)).slice(-3),
  };
}

/** The modifier letter is none of the simple characters. */
function isApostrophe(unit: number | undefined): boolean {
  return unit === 0x27 || unit === 0x2019;
}
