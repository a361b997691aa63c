import { createChartBudget } from './chart-budget.ts';
import { type ChartPoints, type ChartSeries, seriesName } from './chart-data.ts';
import type { ChartReader } from './read-chart.ts';

const mostSets = 256;

interface DataSet {
  readonly levels: ChartPoints[];
  readonly dimensions: { readonly type: string; readonly points: ChartPoints }[];
}

interface OpenSeries {
  name: string;
  data: string | undefined;
}

const kindNames: Readonly<Record<string, string>> = {
  waterfall: 'Waterfall chart',
  treemap: 'Treemap',
  sunburst: 'Sunburst chart',
  funnel: 'Funnel chart',
  boxWhisker: 'Box plot',
  clusteredColumn: 'Histogram',
  paretoLine: 'Pareto chart',
  regionMap: 'Map chart',
};

/** Reads a chart of the kinds that Office 2016 brought, such as waterfalls and treemaps ([MS-ODRAWXML], 2.24.3). */
export function readExtendedChart(): ChartReader {
  const budget = createChartBudget();
  const path: string[] = [];
  const sets = new Map<string, DataSet>();
  const series: OpenSeries[] = [];
  const kinds = new Set<string>();
  const axisTitles: string[] = [];
  let title = '';
  let set: DataSet | undefined;
  let target: ChartPoints | undefined;
  let format: string | undefined;
  let point = -1;
  let value = '';
  /** The text of the title that is open: as its cell has it, else as it is written. */
  let texts = { cell: '', rich: '' };
  let cutSets = false;

  const parent = () => path.at(-2) ?? '';

  function openLevel(formatCode: string | undefined): void {
    format = formatCode;
    target = new Map();
    const dimension = parent();
    if (!set) target = undefined;
    else if (dimension === 'cat') set.levels.unshift(target);
    else if (dimension !== 'entityId') set.dimensions.push({ type: dimension, points: target });
    else target = undefined;
  }

  function endTitle(): void {
    const text = (texts.cell.trim() || texts.rich).replace(/\s+/g, ' ').trim();
    if (parent() === 'axis') axisTitles.push(text);
    else title = text;
  }

  return {
    isCut: () => budget.isCut() || cutSets,
    handler: {
      open(name, attributes) {
        const { id = '', type = '', idx, val, layoutId = '', formatCode } = attributes;
        // A dimension is known by what it is for.
        path.push(name === 'strDim' || name === 'numDim' ? type : name);
        value = '';
        if (name === 'data') {
          set = { levels: [], dimensions: [] };
          if (sets.size < mostSets) sets.set(id, set);
          else cutSets = true;
        } else if (name === 'lvl') openLevel(formatCode);
        else if (name === 'pt') point = Number(idx ?? 0);
        else if (name === 'title') texts = { cell: '', rich: '' };
        else if (name === 'dataId' && series.length > 0) (series.at(-1) as OpenSeries).data = val;
        else if (name === 'series') {
          kinds.add(kindNames[layoutId] ?? 'Chart');
          if (series.length < mostSets) series.push({ name: '', data: undefined });
          else cutSets = true;
        }
      },
      text(data) {
        const name = path.at(-1);
        if (name === 'pt' || name === 'v' || name === 't') value = budget.add(value, data);
      },
      close(name) {
        if (name === 'pt') {
          if (target && budget.takes(point, value)) target.set(point, { text: value, format });
        } else if (name === 'v' && path.includes('title')) texts.cell = budget.add(texts.cell, value);
        else if (name === 't' && path.includes('title')) texts.rich = budget.add(texts.rich, value);
        else if (name === 'v' && path.includes('series') && parent() === 'txData')
          (series.at(-1) as OpenSeries).name = budget.add(series.at(-1)?.name ?? '', value);
        else if (name === 'title') endTitle();
        else if (name === 'data') set = undefined;
        else if (name === 'lvl') target = undefined;
        path.pop();
      },
    },
    data() {
      const [categoryTitle = '', ...valueTitles] = axisTitles;
      return {
        kinds: [...kinds],
        title,
        categoryTitle,
        valueTitles: valueTitles.filter((text) => text !== ''),
        series: series.flatMap(({ name, data }, index) =>
          seriesOf(seriesName(name, index), data === undefined ? undefined : sets.get(data)),
        ),
        labels: [],
        date1904: false,
      };
    },
  };
}

function seriesOf(name: string, set: DataSet | undefined): ChartSeries[] {
  if (!set) return [];
  const columns = set.dimensions.map(({ type, points }, index) => ({
    name: index === 0 ? name : `${name} (${type})`,
    points,
  }));
  return [{ levels: set.levels.filter((level) => level.size > 0), columns }];
}
