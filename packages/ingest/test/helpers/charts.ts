import type { OfficePart } from './office-file.ts';

const point = (value: string | number, at: number) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`;
const points = (values: readonly (string | number | undefined)[]) =>
  values.map((value, at) => (value === undefined ? '' : point(value, at))).join('');

/** A cache of texts, or of numbers in a format, as the values of a chart lie in it. */
export const texts = (...values: (string | undefined)[]) =>
  `<c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="${values.length}"/>${points(values)}</c:strCache></c:strRef>`;
export const numbers = (values: readonly (string | number | undefined)[], format = 'General') =>
  `<c:numRef><c:numCache><c:formatCode>${format}</c:formatCode><c:ptCount val="${values.length}"/>${points(values)}</c:numCache></c:numRef>`;
/** Categories of several levels, the innermost first. */
export const levels = (...all: readonly (string | undefined)[][]) =>
  `<c:multiLvlStrRef><c:multiLvlStrCache>${all.map((level) => `<c:lvl>${points(level)}</c:lvl>`).join('')}</c:multiLvlStrCache></c:multiLvlStrRef>`;
export const rich = (...lines: string[]) =>
  `<c:tx><c:rich>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</c:rich></c:tx>`;
export const title = (...lines: string[]) => `<c:title>${rich(...lines)}</c:title>`;
export const series = (name: string, parts: Readonly<Record<string, string>>, more = '') =>
  `<c:ser><c:tx>${texts(name)}</c:tx>${Object.entries(parts)
    .map(([part, values]) => `<c:${part}>${values}</c:${part}>`)
    .join('')}${more}</c:ser>`;

/** A chart with a title; `plot` is what stands in its area: kinds of charts with series, axes. */
export const chart = (plot: string, heading = '') =>
  `<c:date1904 val="0"/><c:chart>${heading}<c:plotArea>${plot}</c:plotArea></c:chart>`;
export const columns = (...all: string[]) => `<c:barChart><c:barDir val="col"/>${all.join('')}</c:barChart>`;
export const axis = (kind: string, position: string, heading = '') =>
  `<c:${kind}><c:axPos val="${position}"/>${heading}</c:${kind}>`;

/** The part of a chart. */
export const chartPart = (name: string, data: string, refers?: readonly string[]): OfficePart => ({
  name,
  root: 'c:chartSpace',
  data,
  ...(refers && { refers }),
});
