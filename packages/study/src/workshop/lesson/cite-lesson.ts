import type { Analyzer } from '@cubo/contracts';
import { citeFor, sentencesOf } from '@cubo/core';
import type { NumberedStudyPassage } from '../../generation/show-passages.ts';
import { contextOf, groundQuote } from '../../grounding/ground-quote.ts';
import { supportsClaim } from '../../grounding/supports-claim.ts';
import type { LessonCitation } from '../workshop.ts';

/** A marker behind a statement: `[1]`, `[1, 2]`; none of a link (`[1](…)`). */
const marker = /[ \t]?\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?!\()/g;
const fence = /^\s*(```|~~~)/;

/**
 * Checks what a lesson cites. Every number stays whose passage carries the sentence before it, and gives the exact words
 * that do; others are taken out, and the sentence stays.
 */
export function citeLesson(
  markdown: string,
  passages: readonly NumberedStudyPassage[],
  analyzer: Analyzer,
): { readonly markdown: string; readonly citations: readonly LessonCitation[] } {
  const citations: LessonCitation[] = [];
  const byNumber = new Map(passages.map(({ number, passage }) => [number, passage]));

  /** The citation of a statement, or `undefined` where the passage does not carry it. */
  function cite(number: number, statement: string): LessonCitation | undefined {
    const passage = byNumber.get(number);
    if (passage === undefined || statement === '') return undefined;
    if (!supportsClaim(passage.text, statement, analyzer, { context: contextOf(passage) })) return undefined;
    const { quote } = citeFor(statement, { ...passage, number }, analyzer);
    const start = Math.max(0, passage.text.indexOf(quote));
    return { number, grounding: groundQuote(passage, { start, end: start + quote.length }) };
  }

  function checkLine(line: string): string {
    let from = 0;
    let statement = '';
    let checked = '';
    for (const match of line.matchAll(marker)) {
      const before = line.slice(from, match.index);
      checked += before;
      from = match.index + match[0].length;
      const numbers = (match[1] as string).split(/[,;]/).map(Number);
      if (
        isCode(line, match.index) ||
        isIndex(
          line,
          match,
          numbers.some((number) => byNumber.has(number)),
        )
      ) {
        checked += match[0];
        continue;
      }
      statement = lastStatement(before) || statement;
      const found = numbers.flatMap((number) => cite(number, statement) ?? []);
      for (const citation of found) {
        const isKnown = citations.some(
          ({ number, grounding }) => number === citation.number && grounding.quote === citation.grounding.quote,
        );
        if (!isKnown) citations.push(citation);
      }
      const space = /^[ \t]/.test(match[0]) ? ' ' : '';
      if (found.length > 0) checked += space + found.map(({ number }) => `[${number}]`).join(' ');
    }
    return checked + line.slice(from);
  }

  let isInFence = false;
  const lines = markdown.split('\n').map((line) => {
    if (fence.test(line)) isInFence = !isInFence;
    return isInFence || fence.test(line) || /^#{1,6}\s/.test(line) ? line : checkLine(line);
  });
  return { markdown: lines.join('\n'), citations };
}

/** Whether a marker of no passage hangs on a word: `list[0]`. */
function isIndex(line: string, match: RegExpExecArray, isPassage: boolean): boolean {
  return !isPassage && match[0].startsWith('[') && /[\p{L}\p{N}_]$/u.test(line.slice(0, match.index));
}

/** Whether a place lies within code marks of its line. */
function isCode(line: string, at: number): boolean {
  return (line.slice(0, at).match(/`/g)?.length ?? 0) % 2 === 1;
}

/** The sentence that a marker stands behind, without marks of Markdown. */
function lastStatement(text: string): string {
  const plain = text
    .replace(/^\s*(?:[-*+>]|\d+[.)]|\|)\s+/, '')
    .replace(/^[\s.,;:!?]+/, '')
    .replace(/[*_`]+/g, '');
  return sentencesOf(plain, 'prose').at(-1)?.text ?? '';
}
