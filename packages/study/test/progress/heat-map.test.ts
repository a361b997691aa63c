import { parseDocument } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { layOutHeatMap } from '../../src/progress/heat-map.ts';
import { heatMapSvg } from '../../src/progress/heat-map-svg.ts';
import { localDays } from '../../src/progress/local-days.ts';
import { openProgress } from '../helpers/open-progress.ts';
import { chat, day, eventAt, minute, monday, repeated } from '../helpers/study-events.ts';

const days = localDays('UTC');
const today = days.dayOf(monday);

/** A heat map of some days up to a Monday, the last of them with these minutes. */
function mapOf(count: number, minutes: readonly (number | undefined)[]) {
  return layOutHeatMap(count, {
    ...{ today, localDays: days },
    studied(number) {
      const studied = minutes[minutes.length - 1 - (today - number)];
      return studied === undefined ? undefined : studied * minute;
    },
  });
}

describe('the heat map', () => {
  it('has levels at 15 minutes, one hour and three hours', () => {
    const minutes = [undefined, 0, 14.99, 15, 59.99, 60, 179.99, 180, 900];
    expect(mapOf(9, minutes).days.map(({ level }) => level)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('has columns of weeks that begin on Mondays', () => {
    const { days: laid, weeks } = mapOf(9, []);
    expect(laid.map(({ week, weekday }) => [week, weekday])).toEqual([
      ...[6].map((weekday) => [0, weekday]),
      ...[0, 1, 2, 3, 4, 5, 6].map((weekday) => [1, weekday]),
      [2, 0],
    ]);
    expect(laid.map(({ date }) => date).at(0)).toBe('2026-02-22');
    expect(laid.at(-1)?.date).toBe('2026-03-02');
    expect(weeks).toBe(3);
    expect(mapOf(7, []).weeks).toBe(2);
    expect(mapOf(1, []).weeks).toBe(1);
  });

  it('names each month where its first day is', () => {
    expect(mapOf(90, []).months).toEqual([
      { week: 0, month: '2025-12' },
      { week: 4, month: '2026-01' },
      { week: 8, month: '2026-02' },
      { week: 12, month: '2026-03' },
    ]);
  });

  it('is of the log and of 90 days', async () => {
    const { hold } = await openProgress();
    const map = hold([...repeated(5, () => chat, { every: 4 * minute }), eventAt(monday - 89 * day, chat)]).heatMap();
    expect(map.days).toHaveLength(90);
    expect(map.days.filter(({ level }) => level > 0).map(({ date, level }) => [date, level])).toEqual([
      ['2025-12-03', 1],
      ['2026-03-02', 2],
    ]);
  });

  it('is drawn with a title, names of months and a cell for each day', async () => {
    const { progress } = await openProgress();
    const svg = progress.heatMapSvg({ locale: 'de', title: 'Lernzeit & "mehr" <90 Tage>' });
    const root = parseDocument(svg, { xmlMode: true }).children[0] as unknown as SvgElement;
    const texts = (name: string) => root.children.filter((child) => child.name === name);
    expect(root.attribs.role).toBe('img');
    expect(root.attribs['aria-label']).toBe('Lernzeit & "mehr" <90 Tage>');
    expect(texts('title')[0]?.children[0]?.data).toBe('Lernzeit & "mehr" <90 Tage>');
    expect(texts('rect')).toHaveLength(90);
    const labels = texts('g')[0]
      ?.children.filter(({ name }) => name === 'text')
      .map((text) => text.children[0]?.data);
    expect(labels).toEqual(['Dez', 'Jan', 'Feb', 'Mär', 'Mo', 'Mi', 'Fr']);
    expect(svg).toContain('<title>02.03.2026: 0m</title>');
  });

  it('tells how long was studied on a day', () => {
    const svg = heatMapSvg(mapOf(4, [0.5, 59, 61, undefined]));
    for (const label of ['Feb 27, 2026: &lt;1m', 'Feb 28, 2026: 59m', 'Mar 1, 2026: 1h 1m', 'Mar 2, 2026: 0m']) {
      expect(svg).toContain(`<title>${label}</title>`);
    }
    expect(svg).toContain('Study time per day, Feb 27, 2026 to Mar 2, 2026');
  });
});

interface SvgElement {
  readonly name?: string;
  readonly data?: string;
  readonly attribs: Record<string, string>;
  readonly children: readonly SvgElement[];
}
