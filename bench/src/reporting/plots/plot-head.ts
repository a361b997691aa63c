import type { Series } from '../chart.ts';
import type { SeriesStyle } from './series-style.ts';
import { number, plotWidth, text, textWidth } from './svg.ts';

const rowHeight = 20;
const sampleWidth = 30;
const gap = 18;

/** What of a series a legend shows. */
export interface LegendSample {
  readonly line: boolean;
  readonly point: boolean;
}

/** Title and legend of a plot, and how much of its height they take. One series alone is named by title and axis. */
export function plotHead(
  title: string,
  series: readonly (Series & { readonly style: SeriesStyle; readonly sample: LegendSample })[],
): { height: number; body: string[] } {
  const body = [text(0, 18, 'title ink', title)];
  if (series.length < 2) return { height: 32, body };
  let [x, y] = [0, 42];
  for (const { name, own, style, sample } of series) {
    const width = sampleWidth + textWidth(name);
    if (x > 0 && x + width > plotWidth) {
      x = 0;
      y += rowHeight;
    }
    if (sample.line) body.push(`<path ${style.line} d="M${number(x + 1)} ${y - 4}h22"/>`);
    if (sample.point) body.push(style.point(x + 12, y - 4));
    body.push(text(x + sampleWidth, y, own ? 'ink' : 'muted', name));
    x += width + gap;
  }
  return { height: y + 14, body };
}
