import { findTables } from '../tables/find-tables.ts';
import { cutColumns } from './cut-columns.ts';
import { createLineJoiner } from './join-lines.ts';
import { isRightToLeft } from './line-text.ts';
import type { PageBlock } from './page-block.ts';
import { type ReadLine, readLines, textBlocks } from './text-blocks.ts';
import { toLines } from './text-lines.ts';
import type { TextRun } from './text-run.ts';
import { writingDirections } from './writing-directions.ts';

/** With more pieces of text than that, a page is no page of columns and tables: it is read line by line. */
const mostRuns = 20_000;

/** Puts the runs of a page into reading order: paragraphs, lists and tables, column after column. */
export function layOutPage(runs: readonly TextRun[]): PageBlock[] {
  const parts: (readonly ReadLine[] | Exclude<PageBlock, { kind: 'text' }>)[] = [];
  for (const direction of writingDirections(runs)) {
    const rightToLeft = isRightToLeft(direction.runs);
    if (direction.runs.length > mostRuns) parts.push(readLines(toLines(direction.runs)));
    else
      for (const region of cutColumns(direction.runs, rightToLeft))
        for (const part of findTables(toLines(region), rightToLeft))
          parts.push(part.kind === 'lines' ? readLines(part.lines) : part);
  }
  const joiner = createLineJoiner(parts.flatMap((part) => ('kind' in part ? [] : part.map(({ text }) => text))));
  return parts.flatMap((part): PageBlock[] => ('kind' in part ? [part] : textBlocks(part, joiner)));
}
