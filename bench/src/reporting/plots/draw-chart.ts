import type { Chart } from '../chart.ts';
import { dotPlot } from './dot-plot.ts';
import { linePlot } from './line-plot.ts';
import type { Plot } from './svg.ts';

/** Draws a chart. */
export function drawChart(chart: Chart): Plot {
  return chart.kind === 'dots' ? dotPlot(chart) : linePlot(chart);
}
