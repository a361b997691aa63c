import type { DotChart } from '../chart.ts';
import { plotHead } from './plot-head.ts';
import { createScale, tickLabel } from './scale.ts';
import { type SeriesStyle, seriesStyles } from './series-style.ts';
import { line, type Plot, plotWidth, text, textWidth } from './svg.ts';

const rowHeight = 26;
const padding = 12;

/** Draws a row of dots for each thing that is compared. */
export function dotPlot({ title, x, series, rows, headings: [names, remarks] }: DotChart): Plot {
  const measured = rows.flatMap((row) => row.values.filter((value) => value !== undefined));
  const scale = createScale(x, measured);
  const styles = seriesStyles(series);
  const sample = { line: false, point: true };
  const head = plotHead(
    title,
    series.map((one, i) => ({ ...one, style: styles[i] as SeriesStyle, sample })),
  );
  const left = padding + Math.max(...[names, ...rows.map((row) => row.name)].map(textWidth));
  const remarkWidth = Math.max(0, ...[remarks, ...rows.map(({ remark = '' }) => remark)].map(textWidth));
  const right = padding + (remarkWidth === 0 ? 0 : remarkWidth + padding);
  const top = head.height + 22;
  const bottom = top + rows.length * rowHeight;
  const place = (value: number) => left + padding + scale.at(value) * (plotWidth - left - right - 2 * padding);

  const body = [...head.body];
  body.push(text(left, head.height + 8, 'muted end', names), text(plotWidth, head.height + 8, 'muted end', remarks));
  for (const tick of scale.ticks) {
    body.push(line('grid-line', place(tick), top, place(tick), bottom + 5));
    body.push(text(place(tick), bottom + 20, 'muted middle', tickLabel(tick)));
  }
  body.push(
    text(
      (place(scale.ticks[0] as number) + place(scale.ticks.at(-1) as number)) / 2,
      bottom + 42,
      'muted middle',
      x.label,
    ),
  );
  // Cubo's own are drawn last, on top.
  const order = [...series.keys()].sort((a, b) => Number(series[a]?.own) - Number(series[b]?.own));
  for (const [i, { name, values, remark }] of rows.entries()) {
    const y = top + (i + 0.5) * rowHeight;
    body.push(text(left, y + 4, 'ink end', name));
    const places = values.map((value) => (value === undefined ? undefined : place(value)));
    const shown = places.filter((at) => at !== undefined);
    if (shown.length > 1) body.push(line('grid-line', Math.min(...shown), y, Math.max(...shown), y));
    for (const number of order) {
      const at = places[number];
      if (at !== undefined) body.push((styles[number] as SeriesStyle).point(at, y));
    }
    if (remark !== undefined) body.push(text(plotWidth, y + 4, 'ink end', remark));
  }
  return { title, height: bottom + 52, body };
}
