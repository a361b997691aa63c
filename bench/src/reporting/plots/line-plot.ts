import type { LineChart } from '../chart.ts';
import { plotHead } from './plot-head.ts';
import { createScale, tickLabel } from './scale.ts';
import { type SeriesStyle, seriesStyles } from './series-style.ts';
import { line, number, type Plot, plotWidth, text, textWidth } from './svg.ts';

const areaHeight = 260;
const right = 24;
/** More points than that are drawn as a line alone. */
const mostDots = 40;
const markRow = 16;

/** Draws points over two axes. */
export function linePlot({ title, x, y, series, marks = [] }: LineChart): Plot {
  const points = series.flatMap((one) => one.points);
  const across = createScale(x, [...points.map(([value]) => value), ...marks.map((mark) => mark.x)]);
  const up = createScale(
    y,
    points.map(([, value]) => value),
  );
  const styles = seriesStyles(series);
  const drawn = series.map((one, i) => {
    const sample = { line: one.points.length > 1, point: one.points.length <= mostDots };
    return { ...one, style: styles[i] as SeriesStyle, sample };
  });
  const head = plotHead(title, drawn);
  const left = 10 + Math.max(...up.ticks.map((tick) => textWidth(tickLabel(tick))));
  const top = head.height + 22 + markRow * marks.length;
  const bottom = top + areaHeight;
  const width = plotWidth - left - right;
  const placeX = (value: number) => left + across.at(value) * width;
  const placeY = (value: number) => bottom - up.at(value) * areaHeight;

  const body = [...head.body, text(0, head.height + 8, 'muted', y.label)];
  for (const tick of up.ticks) {
    const at = placeY(tick);
    body.push(line('grid-line', left, at, plotWidth - right, at), text(left - 8, at + 4, 'muted end', tickLabel(tick)));
  }
  for (const tick of across.ticks) {
    const at = placeX(tick);
    body.push(line('grid-line', at, bottom, at, bottom + 5), text(at, bottom + 20, 'muted middle', tickLabel(tick)));
  }
  body.push(text(left + width / 2, bottom + 42, 'muted middle', x.label));
  for (const [row, mark] of marks.entries()) {
    const at = placeX(mark.x);
    const labelY = top - 6 - markRow * (marks.length - 1 - row);
    // On the side where there is room.
    const isRight = across.at(mark.x) > 0.5;
    body.push(line('mark-line', at, labelY - 8, at, bottom));
    body.push(text(isRight ? at - 5 : at + 5, labelY, isRight ? 'ink end' : 'ink', mark.label));
  }
  // Cubo's own are drawn last, on top.
  for (const one of drawn.toSorted((a, b) => Number(a.own) - Number(b.own))) {
    const places = one.points.map(([valueX, valueY]) => [placeX(valueX), placeY(valueY)] as const);
    const path = places.map(([px, py], n) => `${n === 0 ? 'M' : 'L'}${number(px)} ${number(py)}`).join('');
    if (one.sample.line) body.push(`<path ${one.style.line} d="${path}"/>`);
    if (one.sample.point) body.push(...places.map(([px, py]) => one.style.point(px, py)));
  }
  return { title, height: bottom + 52, body };
}
