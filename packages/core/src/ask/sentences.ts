import type { SectionKind } from '@cubo/contracts';
import { sentenceStarts } from '@cubo/ingest';

/** A stretch of a text. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
}

/** Sentences of a passage, or the lines of a table or of code; trimmed, with where they start. */
export function sentencesOf(text: string, kind: SectionKind): Sentence[] {
  const starts = kind === 'table' || kind === 'code' ? lineStarts(text) : [0, ...sentenceStarts(text)];
  return starts.flatMap((start, i) => {
    const raw = text.slice(start, starts[i + 1] ?? text.length);
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
