import type { XmlAttributes, XmlHandler } from '../../xml/xml-handler.ts';
import { createChartBudget } from './chart-budget.ts';
import { type ChartData, type ChartPoints, type ChartValue, seriesName } from './chart-data.ts';

const mostSeries = 256;
const mostLabels = 1000;

/** Reads the part of a chart. */
export interface ChartReader {
  readonly handler: XmlHandler;
  data(): ChartData;
  /** Whether there is more than is held. */
  isCut(): boolean;
}

interface OpenSeries {
  name: string;
  readonly levels: ChartPoints[];
  readonly values: ChartPoints;
  readonly sizes: ChartPoints;
  readonly labels: ChartPoints;
}

interface Axis {
  readonly isCategory: boolean;
  position: string;
  title: string;
}

const kindNames: Readonly<Record<string, string>> = { ofPie: 'Pie' };
const categories: ReadonlySet<string> = new Set(['cat', 'xVal']);

/**
 * Reads a chart of DrawingML (ISO/IEC 29500-1, 21.2): its kind, its titles, and the values that it was last drawn with.
 */
export function readChart(): ChartReader {
  const budget = createChartBudget();
  const path: string[] = [];
  const kinds: string[] = [];
  const series: OpenSeries[] = [];
  const axes: Axis[] = [];
  const labels: string[] = [];
  let title = '';
  let label = '';
  let date1904 = false;
  let current: OpenSeries | undefined;
  /** The part of the series that is open: `tx`, `cat`, `val`, … */
  let slot = '';
  let titleOf: 'chart' | 'axis' | undefined;
  let extensions = 0;
  let inRangeLabels = false;
  let fields = 0;
  let point = -1;
  let format: string | undefined;
  let pointFormat: string | undefined;
  let value = '';
  let isCut = false;

  const parent = () => path.at(-2) ?? '';

  function openPlot(name: string): void {
    const kind = name.replace(/(?:3D)?Chart$/, '');
    if (name.endsWith('Chart')) kinds.push(`${kindNames[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)} chart`);
    else if (name.endsWith('Ax')) axes.push({ isCategory: name !== 'valAx', position: '', title: '' });
  }

  function openSeries(): void {
    current = { name: '', levels: [], values: new Map(), sizes: new Map(), labels: new Map() };
    if (series.length < mostSeries) series.push(current);
    else isCut = true;
  }

  /** The caches and literals of values, and the levels of categories that have several, of which the last is outermost. */
  function openCache(): void {
    format = undefined;
    if (categories.has(slot)) current?.levels.unshift(new Map());
  }

  function open(name: string, attributes: XmlAttributes): void {
    if (parent() === 'ser') slot = name;
    if (name === 'ser') openSeries();
    else if (parent() === 'plotArea') openPlot(name);
    else if (name === 'barDir' && attributes.val === 'col' && kinds.length > 0)
      kinds[kinds.length - 1] = 'Column chart';
    else if (name === 'date1904') date1904 = !/^(?:0|false|off)$/.test(attributes.val ?? '1');
    else if (name === 'axPos' && axes.length > 0) (axes.at(-1) as Axis).position = attributes.val ?? '';
    else if (name === 'title') titleOf = parent().endsWith('Ax') ? 'axis' : 'chart';
    else if (/^(?:num|str)(?:Cache|Lit)$|^lvl$/.test(name)) openCache();
    else if (name === 'fld') fields++;
  }

  /** Adds a text to the title that is open. */
  function addTitle(text: string): void {
    const axis = axes.at(-1);
    if (titleOf === 'chart') title = budget.add(title, text);
    else if (axis) axis.title = budget.add(axis.title, text);
  }

  function endPoint(): void {
    if (titleOf) addTitle(`${value} `);
    else if (!current) return;
    else if (inRangeLabels) hold(current.labels, { text: value });
    else if (slot === 'tx') current.name = budget.add(current.name === '' ? '' : `${current.name} `, value);
    else if (categories.has(slot)) hold(current.levels[0], { text: value, format: pointFormat ?? format });
    else if (slot === 'val' || slot === 'yVal') hold(current.values, { text: value, format: pointFormat ?? format });
    else if (slot === 'bubbleSize') hold(current.sizes, { text: value, format: pointFormat ?? format });
    else if (slot === 'dLbls' && path.includes('tx')) addLabel(value);
  }

  function addLabel(label: string): void {
    const text = label.replace(/\s+/g, ' ').trim();
    if (text === '') return;
    if (labels.length < mostLabels) labels.push(text);
    else isCut = true;
  }

  function hold(points: ChartPoints | undefined, held: ChartValue): void {
    if (points && budget.takes(point, held.text)) points.set(point, held);
  }

  function endParagraph(): void {
    if (titleOf) addTitle(' ');
    addLabel(label);
    label = '';
  }

  function close(name: string): void {
    if (name === 'v') {
      if (path.includes('pt')) endPoint();
      // A name that is written into the series itself.
      else if (current && parent() === 'tx' && slot === 'tx') current.name = budget.add(current.name, value);
    } else if (name === 'formatCode') format = value;
    else if (name === 't' && titleOf) addTitle(value);
    // Fields stand for values that are in the table.
    else if (name === 't' && fields === 0) label = budget.add(label, value);
    else if (name === 'p') endParagraph();
    else if (name === 'title') titleOf = undefined;
    else if (name === 'fld') fields--;
    else if (name === 'ser') current = undefined;
    if (parent() === 'ser') slot = '';
  }

  return {
    isCut: () => budget.isCut() || isCut,
    handler: {
      open(name, attributes) {
        path.push(name);
        value = '';
        if (name === 'extLst') extensions++;
        if (name === 'dlblRangeCache') inRangeLabels = true;
        if (name === 'pt') {
          point = Number(attributes.idx ?? 0);
          pointFormat = attributes.formatCode;
        }
        // Extensions repeat what is there for newer programs, and hold series that are filtered out.
        if (extensions === 0) open(name, attributes);
      },
      text(data) {
        const name = path.at(-1);
        if (name === 'v' || name === 't' || name === 'formatCode') value = budget.add(value, data);
      },
      close(name) {
        if (extensions === 0) close(name);
        else if (name === 'v' && inRangeLabels) endPoint();
        if (name === 'extLst') extensions--;
        if (name === 'dlblRangeCache') inRangeLabels = false;
        path.pop();
      },
    },
    data() {
      const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
      // Without categories, as for points of a plane, the axis that lies takes their place.
      const category =
        axes.find(({ isCategory }) => isCategory) ?? axes.find(({ position }) => position === 'b' || position === 't');
      return {
        kinds: [...new Set(kinds)],
        title: plain(title),
        categoryTitle: plain(category?.title ?? ''),
        valueTitles: axes
          .filter((axis) => axis !== category && plain(axis.title) !== '')
          .map((axis) => plain(axis.title)),
        series: series.map((one, index) => {
          const name = seriesName(one.name, index);
          const further = [
            { name: `${name} (size)`, points: one.sizes },
            { name: `${name} (label)`, points: one.labels },
          ];
          return {
            levels: one.levels.filter((level) => level.size > 0),
            columns: [{ name, points: one.values }, ...further.filter(({ points }) => points.size > 0)],
          };
        }),
        labels,
        date1904,
      };
    },
  };
}
