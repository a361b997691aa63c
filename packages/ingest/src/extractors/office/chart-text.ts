import type { XmlHandler } from '../../xml/xml-handler.ts';
import type { BlockSink } from './block-sink.ts';

/** Points of a series beyond this are left out. */
const mostPoints = 5000;
const mostSeries = 256;
const longestValue = 1000;

interface Series {
  name: string;
  readonly categories: Map<number, string>;
  readonly values: Map<number, string>;
}

/**
 * Reads the title of a chart and its data as a table: a row per category, a column per series (ISO/IEC 29500-1, 21.2).
 * The values are those that the chart was last drawn with.
 */
export function readChart(): { readonly handler: XmlHandler; drainTo(sink: BlockSink): void; isCut(): boolean } {
  const series: Series[] = [];
  const path: string[] = [];
  const titles: string[] = [];
  let current: Series | undefined;
  let point = 0;
  let isDate = false;
  let value = '';
  let isCut = false;

  /** Whether an element of this name is open. */
  const within = (name: string) => path.includes(name);

  function endValue(): void {
    if (!current || !within('pt')) {
      // A name that is written into the series itself.
      if (current && within('tx')) current.name += value;
      return;
    }
    if (within('tx')) current.name = [current.name, value].filter((text) => text !== '').join(' ');
    else if (point < 0 || point >= mostPoints) isCut = true;
    else if (within('cat') || within('xVal')) current.categories.set(point, isDate ? dateOf(value) : shown(value));
    else if (within('val') || within('yVal')) current.values.set(point, shown(value));
  }

  return {
    isCut: () => isCut,
    handler: {
      open(name, attributes) {
        path.push(name);
        if (name === 'ser') {
          current = { name: '', categories: new Map(), values: new Map() };
          if (series.length < mostSeries) series.push(current);
          else isCut = true;
        } else if (name === 'pt') point = Number(attributes.idx ?? 0);
        else if (name === 'numRef' || name === 'strRef' || name === 'numLit') isDate = false;
        else if (name === 'v' || name === 't' || name === 'formatCode') value = '';
        else if (name === 'p' && within('title')) titles.push('');
      },
      text(data) {
        const last = path.at(-1);
        if (last === 'v' || last === 't' || last === 'formatCode') value = (value + data).slice(0, longestValue);
      },
      close(name) {
        if (name === 'v') endValue();
        else if (name === 'formatCode') isDate = /y/i.test(value) && /[dm]/i.test(value);
        else if (name === 't' && within('title') && titles.length > 0) titles[titles.length - 1] += value;
        else if (name === 'ser') current = undefined;
        path.pop();
      },
    },
    drainTo(sink) {
      const [title, ...axes] = titles.filter((text) => text.trim() !== '');
      if (title !== undefined) sink.text([title, ...axes].join('\n'));
      writeTable(series, sink);
    },
  };
}

function writeTable(series: readonly Series[], sink: BlockSink): void {
  const points = [...new Set(series.flatMap(({ categories, values }) => [...categories.keys(), ...values.keys()]))];
  if (points.length === 0) return;
  points.sort((a, b) => a - b);
  sink.endTable();
  sink.row(['', ...series.map(({ name }) => name)], true);
  for (const point of points) {
    const category = series.find(({ categories }) => categories.has(point))?.categories.get(point);
    sink.row([category ?? String(point + 1), ...series.map(({ values }) => values.get(point) ?? '')], false);
  }
  sink.endTable();
}

/** A number without the digits that only binary fractions have. */
function shown(value: string): string {
  return /^-?\d*\.?\d+(?:[eE][+-]?\d+)?$/.test(value) ? String(Number(Number(value).toPrecision(12))) : value;
}

/** The day that a number of days since the end of 1899 means. */
function dateOf(value: string): string {
  const days = Number(value);
  if (value.trim() === '' || !(days > 0 && days < 2_958_466)) return value;
  return new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().slice(0, 10);
}
