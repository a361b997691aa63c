import { type Band, commonStrips, emptyStrips, type Interval, toBands, widestStrips } from './bands.ts';
import { findBlocks, findColumns } from './find-columns.ts';
import { median, type PlacedRun } from './placed-run.ts';

/** A gutter between columns is at least this wide, in shares of the type size. */
const leastGutter = 0.7;
/** A gap between bands wider than usual by so many type sizes parts blocks. */
const widerGap = 0.6;
/** Columns in columns in columns: deeper is no text. */
const deepest = 8;

/**
 * The regions of a page in reading order, none of which has columns any more: a recursive XY-cut (Nagy and Seth, 1984)
 * that cuts along empty strips of the page, not by the order in which it is drawn. Where a run of bands shares an empty
 * strip from top to bottom and both sides of it are text of their own ({@link findColumns}), it is cut into columns;
 * what spans them, above, below and between, stays whole. Rows of tables are not cut.
 */
export function cutColumns(runs: readonly PlacedRun[], rightToLeft: boolean, depth = 0): PlacedRun[][] {
  if (depth === deepest || runs.length < 4) return runs.length > 0 ? [[...runs]] : [];
  const least = leastGutter * median(runs.map((run) => run.size));
  const regions: PlacedRun[][] = [];
  let plain: PlacedRun[] = [];
  const endPlain = () => {
    if (plain.length > 0) regions.push(plain);
    plain = [];
  };
  for (const columns of columnsOf(toBands(runs), least)) {
    if (columns.length < 2) {
      for (const run of columns[0] ?? []) plain.push(run);
      continue;
    }
    endPlain();
    for (const column of rightToLeft ? columns.toReversed() : columns)
      regions.push(...cutColumns(column, rightToLeft, depth + 1));
  }
  endPlain();
  return regions;
}

/** The columns, or the one, of each part of a region from the top down. */
function* columnsOf(bands: readonly Band[], least: number): Generator<PlacedRun[][]> {
  for (const group of groupBands(bands, least)) {
    const members = group.bands.flatMap((band) => band.runs);
    const columns = findColumns(members, group.gutters);
    if (columns.length > 1 || group.gutters.length === 0) {
      yield columns;
      continue;
    }
    // What is no text in columns may be blocks beside each other, as a whole or below each other.
    for (const part of cutAtGaps(group.bands))
      for (const { bands: block, gutters } of groupBands(part, least))
        yield findBlocks(
          block.flatMap((band) => band.runs),
          gutters,
        );
  }
}

/** Cuts bands where the gap between them is wider than usual. */
function cutAtGaps(bands: readonly Band[]): Band[][] {
  const gaps = bands.slice(1).map((band, index) => (bands[index]?.bottom ?? 0) - band.top);
  const usual = median(gaps);
  const parts: Band[][] = [];
  for (const [index, band] of bands.entries()) {
    const size = band.runs[0]?.size ?? 1;
    if (index === 0 || (gaps[index - 1] ?? 0) > Math.max(usual, 0) + widerGap * size) parts.push([band]);
    else parts.at(-1)?.push(band);
  }
  return parts;
}

/** Neighbouring bands, and the strips that are empty in all of them. */
interface BandGroup {
  bands: Band[];
  strips: Interval[];
  /** Those with text on both sides. */
  gutters: Interval[];
}

function groupBands(bands: readonly Band[], least: number): BandGroup[] {
  const groups: BandGroup[] = [];
  let open: BandGroup | undefined;
  let extent: Interval = { from: 0, to: 0 };
  for (const band of bands) {
    const strips = stripsOf(band, least);
    const own = { from: band.left, to: band.right };
    const gutters = interior(strips, own);
    const isPlain = gutters.length === 0;
    if (open && (isPlain || open.gutters.length > 0)) {
      const common = commonStrips(open.strips, strips, least);
      const both = { from: Math.min(extent.from, own.from), to: Math.max(extent.to, own.to) };
      const kept = open.gutters.length === 0 ? [] : interior(common, both);
      if (kept.length > 0 || (isPlain && open.gutters.length === 0)) {
        open.bands.push(band);
        open.strips = common;
        open.gutters = kept;
        extent = both;
        continue;
      }
    }
    open = { bands: [band], strips, gutters };
    extent = own;
    groups.push(open);
  }
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1];
    if (before?.gutters.length === 0 && group.gutters.length > 0) takeBack(group, before, least);
  }
  return groups;
}

/** The first lines of one column may stand above those of the other. */
function takeBack(group: BandGroup, before: BandGroup, least: number): void {
  let first = before.bands.length;
  for (; first > 0; first--) {
    const common = commonStrips(group.gutters, stripsOf(before.bands[first - 1] as Band, least), least);
    if (common.length < group.gutters.length) break;
    group.gutters = common;
  }
  group.bands = before.bands.splice(first).concat(group.bands);
}

function stripsOf(band: Band, least: number): Interval[] {
  const taken = band.runs.map((run) => ({ from: run.left, to: run.right }));
  return widestStrips(emptyStrips(taken, least));
}

/** The strips that have text on both sides. */
function interior(strips: readonly Interval[], extent: Interval): Interval[] {
  return strips.filter((strip) => strip.from > extent.from && strip.to < extent.to);
}
