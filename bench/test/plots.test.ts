import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chart, DotChart, LineChart } from '../src/reporting/index.ts';
import { drawChart } from '../src/reporting/plots/draw-chart.ts';
import { createScale, tickLabel } from '../src/reporting/plots/scale.ts';
import { inlineSvg, plotWidth, standaloneSvg } from '../src/reporting/plots/svg.ts';
import { expectWellFormed } from './well-formed.ts';

const lines: LineChart = {
  kind: 'lines',
  id: 'growth',
  title: 'Fast & <small>',
  note: '',
  x: { label: 'texts', scale: 'log' },
  y: { label: 'ms "median"' },
  series: [
    {
      name: 'ours',
      own: true,
      points: [
        [1000, 1],
        [10_000, 2],
        [100_000, 3],
      ],
    },
    { name: 'theirs', own: false, points: [[1000, 4]] },
  ],
  marks: [{ x: 50_000, label: 'here' }],
};
const dots: DotChart = {
  kind: 'dots',
  id: 'quality',
  title: 'Quality',
  note: '',
  x: { label: 'nDCG@10', to: 1 },
  series: [
    { name: 'words', own: false },
    { name: 'both', own: true },
  ],
  rows: [
    { name: 'one', values: [0.5, 0.75], remark: '+.250 *' },
    { name: 'two', values: [undefined, 0.625] },
  ],
  headings: ['set', 'gain'],
};

/** Where the points of a class are, by the attribute that has their place. */
function places(svg: string, classes: string, attribute: string): number[] {
  const point = new RegExp(`<\\w+ class="${classes}"[^>]* ${attribute}="([-\\d.]+)`, 'g');
  return [...svg.matchAll(point)].map(([, place]) => Number(place));
}

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('plots', () => {
  test.each([lines, dots])('are well-formed, with title, axes and a legend: $id', (chart) => {
    const standalone = standaloneSvg(drawChart(chart));
    expectWellFormed(standalone.trimEnd());
    expect(standalone).toContain('prefers-color-scheme:dark');
    const inline = inlineSvg(drawChart(chart));
    expectWellFormed(inline);
    expect(inline).not.toContain('<style>');
    const title = chart.title.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;');
    for (const text of [title, chart.x.label, ...chart.series.map(({ name }) => name)]) {
      expect(texts(inline)).toContain(text);
    }
  });

  test('points lie where their values are', () => {
    const svg = inlineSvg(drawChart(lines));
    const [legend, ...x] = places(svg, 'point own full', 'cx');
    expect(legend).toBe(12);
    // Equal ratios are equally far apart, larger values lie further up.
    expect((x[1] as number) - (x[0] as number)).toBeCloseTo((x[2] as number) - (x[1] as number), 1);
    const [, ...y] = places(svg, 'point own full', 'cy');
    expect((y[0] as number) - (y[1] as number)).toBeCloseTo((y[1] as number) - (y[2] as number), 1);
    expect(y[0]).toBeGreaterThan(y[2] as number);
    // Only one of the two has a line, in the legend and in the plot.
    expect(svg.match(/class="line own"/g)).toHaveLength(2);
    expect(svg).not.toContain('class="line other"');
  });

  test('a row of dots has one for each value, and its remark', () => {
    const svg = inlineSvg(drawChart(dots));
    expect(places(svg, 'point own full', 'cx')).toHaveLength(1 + 2);
    expect(places(svg, 'point other hollow', 'x')).toHaveLength(1 + 1);
    expect(texts(svg)).toEqual(expect.arrayContaining(['one', 'two', 'set', 'gain', '+.250 *']));
    // 0.75 lies between the ticks 0.7 and 0.8.
    const tick = (label: string) => Number(svg.match(`x="([\\d.]+)" y="[\\d.]+">${label}<`)?.[1]);
    const [, at] = places(svg, 'point own full', 'cx');
    expect(at).toBeCloseTo((tick('0.7') + tick('0.8')) / 2, 1);
  });

  test('a long curve is drawn without points, and one series without a legend', () => {
    const points = Array.from({ length: 200 }, (_, i) => [i, i % 7] as const);
    const chart: Chart = { ...lines, x: { label: 's' }, series: [{ name: 'memory', own: true, points }], marks: [] };
    const svg = inlineSvg(drawChart(chart));
    expect(svg).not.toContain('class="point');
    expect(texts(svg)).not.toContain('memory');
  });

  test('nothing lies outside of the plot, whatever there is to draw', () => {
    const value = fc.double({ min: 1e-4, max: 1e7, noNaN: true });
    const chart = fc.record({
      points: fc.array(fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 60 }), {
        minLength: 1,
        maxLength: 14,
      }),
      names: fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 14, maxLength: 14 }),
      scale: fc.constantFrom('linear' as const, 'log' as const),
    });
    fc.assert(
      fc.property(chart, ({ points, names, scale }) => {
        const series = points.map((own, i) => ({ name: names[i] as string, own: i % 2 === 0, points: own }));
        const plot = drawChart({ ...lines, marks: [], series, x: { label: '', scale }, y: { label: '', scale } });
        const svg = inlineSvg(plot);
        expectWellFormed(svg);
        for (const [, x, y] of svg.matchAll(/ c?x="([-\d.]+)" c?y="([-\d.]+)"/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0);
          expect(Number(x)).toBeLessThanOrEqual(plotWidth);
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y)).toBeLessThanOrEqual(plot.height);
        }
      }),
      { seed: 8, numRuns: 60 },
    );
  });
});

describe('scales', () => {
  test('have few round ticks about all values', () => {
    expect(createScale({ label: '' }, [3, 97]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(createScale({ label: '', to: 1 }, [0.46, 0.7]).ticks).toEqual([0.4, 0.6, 0.8, 1]);
    expect(createScale({ label: '', scale: 'log' }, [2000, 20_000]).ticks).toEqual([2000, 5000, 10_000, 20_000]);
    expect(createScale({ label: '', scale: 'log' }, [3, 3e6]).ticks).toEqual([1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]);
    expect(createScale({ label: '' }, []).ticks.length).toBeGreaterThan(1);
    expect(createScale({ label: '' }, [5, 5]).ticks.length).toBeGreaterThan(1);
    expect(() => createScale({ label: '', scale: 'log' }, [0, 1])).toThrow('0 has no place');
  });

  test('put values between the ends, in their order', () => {
    const values = fc.array(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, fc.constantFrom('linear' as const, 'log' as const), (shown, scale) => {
        const { at, ticks } = createScale({ label: '', scale }, shown);
        expect(ticks.length).toBeLessThanOrEqual(20);
        expect(at(ticks[0] as number)).toBeCloseTo(0, 6);
        expect(at(ticks.at(-1) as number)).toBeCloseTo(1, 6);
        const places = shown.toSorted((a, b) => a - b).map(at);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        expect(places[0]).toBeGreaterThanOrEqual(-1e-6);
        expect(places.at(-1)).toBeLessThanOrEqual(1 + 1e-6);
      }),
      { seed: 9, numRuns: 200 },
    );
  });

  test('write numbers briefly', () => {
    const labels = [0, 0.05, 2000, 20_000, 300_000, 3_000_000, -20].map(tickLabel);
    expect(labels).toEqual(['0', '0.05', '2000', '20\u202fk', '300\u202fk', '3\u202fM', '-20']);
  });
});
