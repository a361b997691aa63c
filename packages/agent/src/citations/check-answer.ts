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
    const written = text.slice(start, end);
    const statement = written
      .replace(marker, '')
      .replace(/\s+([.,;:!?])/g, '$1')
      .trim();
    const cited = markersIn(written).flatMap((number) => book.find(number) ?? []);
    const hasMarkers = markersIn(written).length > 0;
    if (!hasMarkers && (isNoStatement(statement) || wordCount(statement, analyzer) < fewestWords)) return [];
    if (cited.length === 0) return [uncited({ start, end }, statement, book, analyzer)];
    const support = supportBy(overlapOf(statement, cited.map(textOf).join('\n'), analyzer));
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
    if (supportBy(overlapOf(statement, textOf(passage), analyzer)) !== 'supported') continue;
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

/** The numbers that a text cites, each once. */
function markersIn(text: string): number[] {
  const numbers = [...text.matchAll(marker)].flatMap(([, list = '']) => list.split(/[,;]/).map(Number));
  return [...new Set(numbers)];
}

function isNoStatement(statement: string): boolean {
  return /[?？:：]["'»”)]*$/.test(statement) || /^#{1,6}\s/.test(statement);
}

function wordCount(statement: string, analyzer: Analyzer): number {
  return analyzer
    .analyzeQuery(statement, { languages: [analyzer.detect(statement)] })
    .filter(({ isFunctionWord }) => !isFunctionWord).length;
}

function textOf({ text, context, heading = [], title }: NumberedPassage): string {
  return [title, ...heading, context, text].filter((part) => part !== undefined).join('\n');
}
