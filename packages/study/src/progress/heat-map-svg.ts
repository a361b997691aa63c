import { assertKnownOptions, type KnownOptions } from '@cubo/contracts';
import { escapeXml } from '../exports/text/escape-xml.ts';
import type { HeatMap, StudyLevel } from './heat-map.ts';

/** How a heat map is drawn. */
export interface HeatMapSvgOptions {
  /** Of the names of months and days, as a BCP 47 tag. Default `en`. */
  readonly locale?: string | undefined;
  /** What the picture is called for those who do not see it. Default: an English sentence with the first and last day. */
  readonly title?: string | undefined;
  /** Colours of the levels 0 to 4. Default: grey to dark green. */
  readonly colors?: readonly [string, string, string, string, string] | undefined;
}

const options: KnownOptions<HeatMapSvgOptions> = { locale: true, title: true, colors: true };
const defaultColors = ['#e5e7eb', '#bbe5c3', '#6fc684', '#2f9e50', '#14692f'] as const;
const cell = 12;
const step = 15;
const left = 34;
/** The name of a month that begins in the last column is wider than it. */
const right = 12;
const top = 20;
/** Names of months need so many columns, so that they do not overlap. */
const monthColumns = 2;

/** Draws a heat map as an SVG, which needs no style sheet and no script. */
export function heatMapSvg(map: HeatMap, given: HeatMapSvgOptions = {}): string {
  assertKnownOptions('heatMapSvg()', given, options);
  const { locale = 'en', colors = defaultColors } = given;
  const show = (format: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' });
    return (date: string) => formatter.format(new Date(`${date}T12:00:00Z`));
  };
  const dayName = show({ dateStyle: 'medium' });
  const monthName = show({ month: 'short' });
  const weekdayName = show({ weekday: 'short' });
  const dates = map.days.map(({ date }) => date);
  const title = given.title ?? `Study time per day, ${dayName(dates[0] ?? '')} to ${dayName(dates.at(-1) ?? '')}`;
  const width = left + map.weeks * step + right;
  const height = top + 7 * step;
  const months = map.months.filter(
    ({ week }, i) => (map.months[i + 1]?.week ?? map.weeks) - week >= monthColumns || i > 0,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeXml(title)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="10">`,
    `<title>${escapeXml(title)}</title>`,
    '<g fill="#57606a">',
    ...months.map(
      ({ week, month }) => `<text x="${left + week * step}" y="12">${escapeXml(monthName(`${month}-01`))}</text>`,
    ),
    // 5 January 1970 was a Monday.
    ...[0, 2, 4].map(
      (row) => `<text x="0" y="${top + row * step + 10}">${escapeXml(weekdayName(`1970-01-0${5 + row}`))}</text>`,
    ),
    '</g>',
    ...map.days.map(({ date, milliseconds, level, week, weekday }) => {
      const place = `x="${left + week * step}" y="${top + weekday * step}" width="${cell}" height="${cell}" rx="2"`;
      const label = `${dayName(date)}: ${durationOf(milliseconds, level)}`;
      return `<rect ${place} fill="${escapeXml(colors[level])}" data-level="${level}"><title>${escapeXml(label)}</title></rect>`;
    }),
    '</svg>',
  ].join('\n');
}

function durationOf(milliseconds: number, level: StudyLevel): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes === 0) return level === 0 ? '0m' : '<1m';
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}
