import type { TextRun } from '../layout/text-run.ts';
import type { PageContent } from '../page/page-content.ts';
import { type EdgeLine, edgeLines, type PageEdges } from './edge-lines.ts';

/** So many pages before and after a page are compared with it. */
const reach = 8;
/** On so many pages, none further from the next than two, a line must be repeated. */
const leastPages = 3;
const largestStep = 2;
/** Points that a running line may move up or down. */
const sway = 8;

/**
 * Leaves running headers and footers out of pages, page numbers too: lines at the upper or lower edge that at least three
 * pages in a row, or every second of them, have at the same height, with the same words, and with numbers that are
 * the same or count the pages. Holds a few pages at a time, however many there are.
 */
export async function* withoutRunningLines(pages: AsyncIterable<PageContent>): AsyncGenerator<PageContent> {
  const ahead: { readonly content: PageContent; readonly edges: PageEdges }[] = [];
  const known: PageEdges[] = [];
  const release = (): PageContent => {
    const { content, edges } = ahead.shift() as (typeof ahead)[number];
    while ((known[0]?.page ?? content.page) < content.page - reach) known.shift();
    return without(content, edges, known);
  };
  for await (const content of pages) {
    const edges = edgeLines(content);
    known.push({ ...edges, runsOf: [] });
    ahead.push({ content, edges });
    if (ahead.length > reach) yield release();
  }
  while (ahead.length > 0) yield release();
}

function without(content: PageContent, edges: PageEdges, known: readonly PageEdges[]): PageContent {
  const dropped = new Set<TextRun>();
  for (const [index, line] of edges.lines.entries())
    if (isRunning(line, content.page, known)) for (const run of edges.runsOf[index] ?? []) dropped.add(run);
  return dropped.size === 0 ? content : { ...content, runs: content.runs.filter((run) => !dropped.has(run)) };
}

function isRunning(line: EdgeLine, page: number, known: readonly PageEdges[]): boolean {
  const like = known.flatMap((other) => {
    const same = other.lines.find(
      ({ edge, key, y }) => edge === line.edge && key === line.key && Math.abs(y - line.y) <= sway,
    );
    return same ? [{ page: other.page, line: same }] : [];
  });
  const at = like.findIndex((other) => other.page === page);
  let first = at;
  while (first > 0 && stepTo(like, first - 1) <= largestStep) first--;
  let last = at;
  while (last + 1 < like.length && stepTo(like, last) <= largestStep) last++;
  const chain = like.slice(first, last + 1);
  if (at < 0 || chain.length < leastPages) return false;
  // The header of a table that goes on is needed where it stands.
  if (chain.filter((other) => other.line.isRow).length > chain.length / 2) return false;
  return haveSameNumbers(line, page, chain);
}

function stepTo(like: readonly { readonly page: number }[], index: number): number {
  return (like[index + 1]?.page ?? 0) - (like[index]?.page ?? 0);
}

/** Whether numbers are the same on all pages, or count them; numbers that differ in large type number headings. */
function haveSameNumbers(line: EdgeLine, page: number, chain: readonly { page: number; line: EdgeLine }[]): boolean {
  if (line.numbers.length === 0) return true;
  const offsets = (index: number) =>
    chain.map((other) => ({ value: other.line.numbers[index] ?? 0, step: other.page - page }));
  let counts = false;
  for (const [index, own] of line.numbers.entries()) {
    const others = offsets(index);
    const same = others.filter(({ value }) => value === own).length;
    const counting = others.filter(({ value, step }) => value - step === own).length;
    if (same < leastPages && counting < leastPages) return false;
    counts ||= same < counting;
  }
  return !counts || !line.isLarge;
}
