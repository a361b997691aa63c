import type { Analyzer } from '@cubo/contracts';
import { citeFor, overlapOf, sentencesOf } from '@cubo/core';
import type { CheckedSentence } from '../events/agent-event.ts';
import type { NumberedPassage, PassageBook } from './passage-book.ts';
import { supportBy } from './support.ts';

/** A sentence with fewer words that name something states nothing, unless it cites. */
const fewestWords = 2;

const marker = /\[(\d{1,5}(?:\s*[,;]\s*\d{1,5})*)\]/g;
const leadingMarkers = /^(?:\s*\[\d{1,5}(?:\s*[,;]\s*\d{1,5})*\])+\s*/;

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * Checks an answer sentence by sentence against the passages that it cites. A sentence that cites none is compared with
 * all that were shown, and is weak at best. Questions, headings and what states nothing are passed over.
 */
export function checkAnswer(
  text: string,
  book: Pick<PassageBook, 'find' | 'shown'>,
  analyzer: Analyzer,
): CheckedSentence[] {
  return stretchesOf(text).flatMap(({ start, end }) => {
    const { statement, numbers } = statementOf(text.slice(start, end));
    const cited = numbers.flatMap((number) => book.find(number) ?? []);
    if (numbers.length === 0 && (isNoStatement(statement) || wordCount(statement, analyzer) < fewestWords)) return [];
    if (cited.length === 0) return [uncited({ start, end }, statement, book, analyzer)];
    const support = supportBy(overlapOf(statement, cited.map(passageText).join('\n'), analyzer));
    const citations = cited.map((passage) => citeFor(statement, passage, analyzer));
    return [{ start, end, support, citations }];
  });
}

function uncited(
  place: Stretch,
  statement: string,
  book: Pick<PassageBook, 'shown'>,
  analyzer: Analyzer,
): CheckedSentence {
  for (const passage of book.shown()) {
    if (supportBy(overlapOf(statement, passageText(passage), analyzer)) !== 'supported') continue;
    return { ...place, support: 'weak', citations: [citeFor(statement, passage, analyzer)] };
  }
  return { ...place, support: 'unsupported', citations: [] };
}

/** Sentences of an answer; markers behind the full stop belong to the sentence before. */
function stretchesOf(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { text: sentence, start } of sentencesOf(text, 'prose')) {
    const leading = leadingMarkers.exec(sentence)?.[0].length ?? 0;
    const before = stretches.at(-1);
    const isBehind = before !== undefined && leading > 0;
    if (isBehind)
      stretches[stretches.length - 1] = { ...before, end: start + sentence.slice(0, leading).trimEnd().length };
    const from = isBehind ? start + leading : start;
    if (from < start + sentence.length) stretches.push({ start: from, end: start + sentence.length });
  }
  return stretches;
}

/** What a sentence states, without its markers, and the numbers that it cites, each once. */
export function statementOf(sentence: string): { readonly statement: string; readonly numbers: readonly number[] } {
  const numbers = [...sentence.matchAll(marker)].flatMap(([, list = '']) => list.split(/[,;]/).map(Number));
  const statement = sentence
    .replace(marker, '')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim();
  return { statement, numbers: [...new Set(numbers)] };
}

function isNoStatement(statement: string): boolean {
  return /[?？:：]["'»”)]*$/.test(statement) || /^#{1,6}\s/.test(statement);
}

function wordCount(statement: string, analyzer: Analyzer): number {
  return analyzer
    .analyzeQuery(statement, { languages: [analyzer.detect(statement)] })
    .filter(({ isFunctionWord }) => !isFunctionWord).length;
}

/** All that a sentence can rest on of a passage: its text, and what it stands under. */
export function passageText({ text, context, heading = [], title }: NumberedPassage): string {
  return [title, ...heading, context, text].filter((part) => part !== undefined).join('\n');
}
