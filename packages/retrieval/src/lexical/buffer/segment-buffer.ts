import { type ChunkSet, chunkSetFromIds, chunkSetHas, emptyChunkSet, type PositionedTerms } from '@cubo/contracts';
import type { NumberedTerms } from '../../analysis/numbered-terms.ts';
import { chunkRanks } from '../chunk-ranks.ts';
import type { LexicalSegment, TermPostings, TermStream } from '../lexical-segment.ts';
import type { Pacer } from '../pacer.ts';
import { memoryPostings, type PostingsList } from '../postings/memory-postings.ts';
import type { PostingsReader } from '../postings/postings-cursor.ts';
import { mayBeCompound, reversedName } from '../reversed-terms.ts';
import { sortPaced } from '../sort-paced.ts';
import { collectPostings } from './collect-postings.ts';
import { countDocuments } from './count-documents.ts';
import { invertTokens, type LoggedTexts } from './invert-tokens.ts';
import type { TermNumbering } from './term-numbering.ts';
import { tokenLog, visitTokens } from './token-log.ts';

/** The analysed words of a part of a text, and how often each of them counts. */
export interface WeighedTerms {
  readonly terms: NumberedTerms | PositionedTerms;
  /** A whole number; 0 leaves them out. */
  readonly weight: number;
}

/** Texts that are not in a file yet. */
export interface SegmentBuffer {
  readonly documents: number;
  /** Memory that it takes, estimated, and will take for a moment when it is written. */
  readonly bytes: number;
  has(id: number): boolean;
  ids(): ChunkSet;
  /** Adds a chunk that it does not hold: its parts one behind the other, each analysed when it is asked for. */
  add(id: number, parts: Iterable<WeighedTerms>, language: string): void;
  /** What it holds now, as a segment; later additions do not show. */
  snapshot(): LexicalSegment;
  /** The same without some chunks, of whose words nothing is left. */
  snapshotWithout(hidden: ChunkSet): LexicalSegment;
  /**
   * Ends its use, and that of snapshots without chunks. Where `snapshot` was never asked for, memory is given back at
   * once; otherwise that lives as long as a search needs it.
   */
  release(): void;
}

/** How a {@link segmentBuffer} keeps texts. */
export interface SegmentBufferOptions {
  readonly numbering: TermNumbering;
  /** Whether it keeps where words stand. */
  readonly occurrences: boolean;
  /** The languages whose terms it names by their ends, see `reversed-terms.ts`. */
  readonly compoundLanguages: ReadonlySet<string>;
}

/** An entry of the log, and what it becomes when it is sorted by terms. */
const bytesPerToken = 12;
const bytesPerTerm = 120;
const bytesPerDocument = 60;

/** Words of two parts of a text do not follow each other. */
const partDistance = 100;

/** Creates an empty {@link SegmentBuffer}. */
export function segmentBuffer({ numbering, occurrences, compoundLanguages }: SegmentBufferOptions): SegmentBuffer {
  const ids: number[] = [];
  const held = new Set<number>();
  const lengths: number[] = [];
  const languages: string[] = [];
  const languageIndexes: number[] = [];
  const log = tokenLog();
  const starts = [0];
  const knownTerms = numbering.size;
  let shown: LexicalSegment | undefined;
  let known: ChunkSet = emptyChunkSet;

  /** Adds the terms of a part behind a position; gives the last position, and how many positions have a term. */
  function addTerms({ terms: found, weight }: WeighedTerms, behind: number): { last: number; length: number } {
    const { positions } = found;
    const isNumbered = 'numbers' in found;
    const count = isNumbered ? found.count : found.terms.length;
    let last = behind;
    let length = 0;
    for (let i = 0; i < count; i++) {
      const number = isNumbered ? (found.numbers[i] as number) : numbering.numberOf(found.terms[i] as string);
      const position = Math.max(last, behind + 1 + (positions[i] as number));
      if (i === 0 || position !== last) length += weight;
      last = position;
      for (let time = 0; time < weight; time++) log.add(number, position);
    }
    return { last, length };
  }

  function takeSnapshot(hidden: ChunkSet): LexicalSegment {
    const isShown = (id: number) => !chunkSetHas(hidden, id);
    const set = chunkSetFromIds(hidden.size === 0 ? ids : ids.filter(isShown));
    const documents = set.size;
    const ranks = chunkRanks(set);
    const order = new Uint32Array(documents);
    const counts = languages.map((language) => ({ language, documents: 0 }));
    let tokens = 0;
    for (const [text, id] of ids.entries()) {
      if (!isShown(id)) continue;
      order[ranks.rankOf(id)] = text;
      tokens += lengths[text] as number;
      (counts[languageIndexes[text] as number] as { documents: number }).documents++;
    }
    const texts = { entries: log.shared(), starts: starts.slice(), order, terms: numbering.size };
    const collected = new Map<number, PostingsList>();
    let frequencies: Uint32Array | undefined;

    function listOf(number: number): PostingsList {
      const list = collected.get(number) ?? collectPostings(texts, number, { occurrences });
      collected.set(number, list);
      return list;
    }

    /** Many terms are counted, and few of them read. */
    function find(term: string): TermPostings | undefined {
      const number = numbering.find(term);
      if (number === undefined || number >= texts.terms) return undefined;
      frequencies ??= countDocuments(texts);
      const frequency = frequencies[number] as number;
      return frequency === 0
        ? undefined
        : { documents: frequency, cursor: (room) => memoryPostings(listOf(number), room) };
    }

    async function terms(pace: Pacer): Promise<TermStream> {
      const ascending = await numbering.ascending(pace);
      const inverted = await invertTokens(texts, { occurrences, pace });
      const named = await compoundsOf(texts, pace);
      const compounds: string[] = [];
      for (const number of ascending) {
        if (number >= texts.terms || named[number] !== 1 || !inverted.has(number)) continue;
        const term = numbering.term(number);
        if (mayBeCompound(term)) compounds.push(reversedName(term));
      }
      const names = await sortNames(compounds, pace);
      let at = 0;
      const stream = { term: '', postings: undefined as PostingsReader | undefined, next };

      function next(): boolean {
        while (at < ascending.length) {
          const number = ascending[at++] as number;
          if (number >= texts.terms || !inverted.has(number)) continue;
          stream.term = numbering.term(number);
          stream.postings = inverted.postings(number);
          return true;
        }
        if (at === ascending.length) inverted.release();
        stream.term = names[at++ - ascending.length] ?? '';
        stream.postings = undefined;
        return at <= ascending.length + names.length;
      }

      return stream;
    }

    return {
      ids: set,
      documents,
      tokens,
      languages: counts,
      lengths: Uint32Array.from(order, (text) => lengths[text] as number),
      languageIndexes: Uint16Array.from(order, (text) => languageIndexes[text] as number),
      idAt: ranks.idAt,
      positionsOf: ranks.ranksOf,
      find,
      terms,
      *termsWith(beginning) {
        for (let number = 0; number < texts.terms; number++) {
          const term = numbering.term(number);
          if (term.startsWith(beginning) && find(term) !== undefined) yield term;
        }
      },
      *termsEnding(end) {
        for (let number = 0; number < texts.terms; number++) {
          const term = numbering.term(number);
          if (term.endsWith(end) && mayBeCompound(term) && find(term) !== undefined) yield term;
        }
      },
    };
  }

  /** 1 for each term that may be a compound, and stands in a text of a language that has such. */
  async function compoundsOf({ entries, starts: begins, order, terms }: LoggedTexts, pace: Pacer): Promise<Uint8Array> {
    const named = new Uint8Array(terms);
    const isWanted = languages.map((language) => compoundLanguages.has(language));
    if (!isWanted.includes(true)) return named;
    for (let rank = 0; rank < order.length; rank++) {
      const text = order[rank] as number;
      if (isWanted[languageIndexes[text] as number] !== true) continue;
      visitTokens(entries, begins[text] as number, begins[text + 1] as number, (term) => {
        named[term] = 1;
      });
      const turn = pace();
      if (turn !== undefined) await turn;
    }
    return named;
  }

  async function sortNames(names: readonly string[], pace: Pacer): Promise<string[]> {
    const order = await sortPaced(
      Uint32Array.from(names, (_, i) => i),
      (a, b) => ((names[a] as string) < (names[b] as string) ? -1 : 1),
      pace,
    );
    return Array.from(order, (i) => names[i] as string);
  }

  return {
    get documents() {
      return ids.length;
    },
    get bytes() {
      const terms = numbering.size - knownTerms;
      return log.used * bytesPerToken + terms * bytesPerTerm + ids.length * bytesPerDocument;
    },
    has: (id) => held.has(id),
    ids() {
      if (known.size !== ids.length) known = chunkSetFromIds(ids);
      return known;
    },
    add(id, parts, language) {
      let length = 0;
      let behind = -1;
      try {
        for (const part of parts) {
          const added = addTerms(part, behind);
          length += added.length;
          if (added.last > behind) behind = added.last + partDistance;
        }
      } catch (error) {
        // An analysis that fails in the middle must not leave its words to the next text.
        log.rewind(starts[starts.length - 1] as number);
        throw error;
      }
      log.endText();
      starts.push(log.used);
      let index = languages.indexOf(language);
      if (index < 0) index = languages.push(language) - 1;
      languageIndexes.push(index);
      lengths.push(length);
      ids.push(id);
      held.add(id);
    },
    snapshot() {
      if (shown?.documents !== ids.length) shown = takeSnapshot(emptyChunkSet);
      return shown;
    },
    snapshotWithout: takeSnapshot,
    release() {
      if (shown === undefined) log.release();
    },
  };
}
