import type { SectionKind } from '@cubo/contracts';
import { sentenceStarts } from '@cubo/ingest';
import { mailHeaders } from './mail-headers.ts';

/** A stretch of a text. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  /** Set for a line of a mail's header. */
  readonly isHeader?: boolean;
}

/** Sentences of a passage, or the lines of a table, of code or of a mail's header; trimmed, with where they start. */
export function sentencesOf(text: string, kind: SectionKind): Sentence[] {
  if (kind === 'table' || kind === 'code') return cutAt(text, lineStarts(text));
  const sentences: Sentence[] = [];
  let from = 0;
  const addProse = (end: number) => sentences.push(...cutAt(text, [from, ...sentenceStarts(text, from, end)], end));
  for (const { start, end } of mailHeaders(text)) {
    addProse(start);
    const lines = lineStarts(text.slice(start, end)).map((at) => start + at);
    sentences.push(...cutAt(text, lines, end).map((line) => ({ ...line, isHeader: true })));
    from = end;
  }
  addProse(text.length);
  return sentences;
}

function cutAt(text: string, starts: readonly number[], end: number = text.length): Sentence[] {
  return starts.flatMap((start, i) => {
    const raw = text.slice(start, starts[i + 1] ?? end);
    const trimmed = raw.trim();
    if (trimmed === '') return [];
    return [{ text: trimmed, start: start + raw.indexOf(trimmed) }];
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0 && i + 1 < text.length; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}

/**
 * What a sentence says: without the line breaks of its page, and without numbers in square brackets, which are
 * footnotes of the document and would be taken for citations of the answer.
 */
export function statementText(text: string): string {
  return text
    .replace(/\[\d{1,3}\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
