import type { BlockSink } from '../office/block-sink.ts';
import { createNumberText, longestCode } from '../office/number-text.ts';
import type { ChartData, ChartPoints, ChartSeries, ChartValue } from './chart-data.ts';

/** Characters of one chart, borders of cells included. */
const mostCharacters = 4 * 1024 * 1024;
const border = 3;

/**
 * Writes a chart as text: its kind and titles, then its values as a table, a row per category, a column per series.
 * Series that stand at other places than the ones before have a table of their own.
 *
 * @returns whether all of it was written
 */
export async function writeChart(data: ChartData, sink: BlockSink): Promise<boolean> {
  const { kinds, title, categoryTitle, valueTitles, series, labels, date1904 } = data;
  const show = await valueText(date1904);
  const kind = kinds.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(', ');
  sink.text([`[${kind || 'Chart'}] ${title}`.trim(), ...valueTitles].join('\n'));
  let left = mostCharacters;
  for (const group of tablesOf(series)) {
    const columns = group.flatMap(({ columns: all }) => all);
    const { levels = [] } = group[0] ?? {};
    const places = levels.length > 0 ? filled(levels) : [new Map<number, ChartValue>()];
    const numbers = new Set<number>();
    for (const points of [places.at(-1), ...columns.map(({ points: own }) => own)])
      for (const point of points?.keys() ?? []) numbers.add(point);
    sink.endTable();
    sink.row([...places.slice(1).map(() => ''), categoryTitle, ...columns.map(({ name }) => name)], true);
    for (const point of [...numbers].sort((a, b) => a - b)) {
      const named = places.map((level) => level.get(point)).map((value) => (value ? show(value) : ''));
      if (levels.length === 0) named[0] = String(point + 1);
      const cells = [
        ...named,
        ...columns.map(({ points }) => points.get(point)).map((value) => (value ? show(value) : '')),
      ];
      left -= cells.reduce((sum, cell) => sum + cell.length + border, 0);
      if (left < 0) return false;
      sink.row(cells, false);
    }
    sink.endTable();
  }
  for (const label of labels) sink.text(label, 'line');
  return true;
}

/** Series beside each other that have the same categories. */
function tablesOf(series: readonly ChartSeries[]): ChartSeries[][] {
  const tables: ChartSeries[][] = [];
  for (const one of series) {
    if (one.columns.every(({ points }) => points.size === 0)) continue;
    const table = tables.at(-1);
    // The categories of a chart are often written at its first series only.
    if (table?.[0] && (one.levels.length === 0 || isSame(table[0].levels, one.levels))) table.push(one);
    else tables.push([one]);
  }
  return tables;
}

function isSame(first: readonly ChartPoints[], second: readonly ChartPoints[]): boolean {
  if (first.length !== second.length) return false;
  return first.every((points, level) => {
    const others = second[level] as ChartPoints;
    if (points.size !== others.size) return false;
    for (const [point, { text }] of points) if (others.get(point)?.text !== text) return false;
    return true;
  });
}

/** Outer levels name the first of the points that they are for; so that every row can stand alone, all get the name. */
function filled(levels: readonly ChartPoints[]): ChartPoints[] {
  const inner = levels.at(-1) as ChartPoints;
  return levels.map((level) => {
    if (level === inner) return level;
    const all: ChartPoints = new Map();
    let last: ChartValue | undefined;
    for (const point of [...new Set([...inner.keys(), ...level.keys()])].sort((a, b) => a - b)) {
      const own = level.get(point);
      if (own && own.text.trim() !== '') last = own;
      if (last) all.set(point, last);
    }
    return all;
  });
}

/** Shows values by their format; dates whose order of day and month could be misread as ISO 8601. */
async function valueText(date1904: boolean): Promise<(value: ChartValue) => string> {
  const numbers = await createNumberText({ date1904 });
  return ({ text, format = 'General' }) => {
    const plain = text.replace(/\s+/g, ' ').trim();
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return plain;
    return numbers.show(Number(plain), unmistakable(format)).text;
  };
}

function unmistakable(format: string): string {
  if (format.length > longestCode) return format;
  const code = format.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, '');
  if (!/y/i.test(code) || !/d/i.test(code) || /mmm/i.test(code)) return format;
  return /h/i.test(code) ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd';
}
