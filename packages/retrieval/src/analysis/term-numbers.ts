import { detach } from '../detach.ts';
import { type ExtraForm, extraForms, references } from './extra-forms.ts';
import type { WrittenWord } from './joined-words.ts';
import { compose } from './normalize.ts';
import type { NumberedTerms, NumberTerm } from './numbered-terms.ts';
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
const numbers = new Int32Array(mostTerms);
const positions = new Int32Array(mostTerms);

/** As many words take the memory of the extra forms of one. */
const wordsForExtras = 3;

/** What is known of a word that has no term; of others it is the number of their term. */
const dropped = -1;

/** What is remembered of words; it is given up as a whole when it is full. */
interface Memory {
  /** Of each kind of word: those of one language with the same beside them. */
  readonly words: WordTable;
  /** What is known of each of them. */
  known: Int32Array;
  /** The languages that were met, each by its place in the list. */
  readonly languages: string[];
  /** By language: the extra forms of words that may be joined, by what the text has, see {@link Extras}. */
  readonly extras: Map<string, Extras>[];
  /** How many are in all of these maps. */
  extrasHeld: number;
}

/** By turns at which word of several, from 0, and what is known of the term. */
type Extras = readonly number[];
const noExtras: Extras = [];

/** What an analysis makes of words. */
export interface TermsOfWords<Language> {
  /** The term of a word in lower case, or `''` where it is dropped. */
  termOf(word: string, beside: Beside, language: Language): string;
  /** The same for an extra form. */
  extraTermOf(form: ExtraForm, language: Language): string;
}

/**
 * Finds the terms of texts of simple characters by number, and remembers them word by word, at most about `capacity`
 * words: where the texts have more, all are found out anew now and then.
 */
export function termNumbers<Language extends { code: string } | undefined>(
  { termOf, extraTermOf }: TermsOfWords<Language>,
  numberOf: NumberTerm,
  capacity = 1 << 18,
): (found: WordBounds, language: Language) => NumberedTerms {
  let memory = newMemory();

  function newMemory(): Memory {
    return { words: wordTable(), known: new Int32Array(1024), languages: [], extras: [], extrasHeld: 0 };
  }

  const knownOf = (term: string) => (term === '' ? dropped : numberOf(term));

  function remember(word: number, own: number): void {
    if (word === memory.known.length) {
      const larger = new Int32Array(2 * word);
      larger.set(memory.known);
      memory.known = larger;
    }
    memory.known[word] = own;
  }

  function indexOf(language: Language): number {
    const code = language?.code ?? '';
    const index = memory.languages.indexOf(code);
    if (index >= 0) return index;
    memory.extras.push(new Map());
    return memory.languages.push(code) - 1;
  }

  /** What words have beside themselves, from the first to the last of those that may be joined. */
  function extrasOf(found: WordBounds, first: number, last: number, language: Language): Extras {
    const { bounds, text } = found;
    const known = memory.extras[indexOf(language)] as Map<string, Extras>;
    const key = text.slice(bounds[2 * first], bounds[2 * last + 1]);
    let extras = known.get(key);
    if (extras === undefined) {
      const words = Array.from({ length: last - first + 1 }, (_, i) => writtenWord(found, first + i) as WrittenWord);
      extras = extraForms(words).flatMap((form) => [form.index, knownOf(extraTermOf(form, language))]);
      if (key.length <= longestRemembered) {
        known.set(detach(key), extras);
        memory.extrasHeld++;
      }
    }
    return extras;
  }

  const referencesAt = (found: WordBounds, index: number, language: Language) =>
    references((at) => writtenWord(found, at), index).map((form) => knownOf(extraTermOf(form, language)));

  /** Adds a form unless it is among those from `first` on, and gives how many there are then. */
  function addForm(form: number, position: number, first: number, count: number): number {
    if (form === dropped) return count;
    for (let i = first; i < count; i++) if (numbers[i] === form) return count;
    numbers[count] = form;
    positions[count] = position;
    return count + 1;
  }

  return (found, language) => {
    if (memory.words.size + wordsForExtras * memory.extrasHeld >= capacity) memory = newMemory();
    const { units, bounds, hashes, marks } = found;
    let extras = noExtras;
    let firstOfExtras = 0;
    let nextExtra = 0;
    let chainEnd = 0;
    const { words } = memory;
    const firstKind = beside.length * indexOf(language);
    words.prepare(hashes, found.words, firstKind);
    let count = 0;
    for (let i = 0; i < found.words; i++) {
      const start = bounds[2 * i] as number;
      const end = bounds[2 * i + 1] as number;
      let place = 0;
      if (start > 0 && isApostrophe(units[start - 1])) place = 1;
      else if (isApostrophe(units[end])) place = 2;
      let own: number;
      if (end - start > longestRemembered) {
        const word = unitsToString(units, start, Math.min(end, start + longestRead));
        own = knownOf(termOf(word, beside[place] as Beside, language));
      } else {
        const hash = hashes[i] as number;
        const word = words.find(units, start, end, hash, firstKind + place);
        if (word >= 0) own = memory.known[word] as number;
        else {
          own = knownOf(termOf(unitsToString(units, start, end), beside[place] as Beside, language));
          remember(words.add(units, start, end, hash, firstKind + place), own);
        }
      }
      if (own !== dropped) {
        numbers[count] = own;
        positions[count++] = i;
      }
      const mark = marks[i] as number;
      if (mark === 0 && i >= chainEnd) continue;
      const first = own === dropped ? count : count - 1;
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
    return { numbers, positions, count };
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
