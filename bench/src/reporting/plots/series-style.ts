import type { Series } from '../chart.ts';
import { number } from './svg.ts';

/** How a series is told from others: in the accent colour or not, by shape, filling and dashes. */
export interface SeriesStyle {
  /** A point at a place. */
  point(x: number, y: number): string;
  /** Attributes of its line. */
  readonly line: string;
}

const shapes = [circle, square, diamond, triangle, wedge, plus];
const dashes = ['', '6 4', '2 4', '8 3 2 3'];

/** The styles of some series: Cubo's own are full and in the accent colour, the others hollow and grey. */
export function seriesStyles(series: readonly Series[]): SeriesStyle[] {
  // Cubo's first is the only circle, as long as there are not many.
  const counts = { own: 0, other: 1 };
  return series.map(({ own }) => {
    const tone = own ? 'own' : 'other';
    const number = counts[tone]++;
    const shape = shapes[number % shapes.length] as (typeof shapes)[number];
    const isFull = own === number < shapes.length;
    const dash = dashes[number % dashes.length];
    return {
      point: (x, y) => shape(x, y, `class="point ${tone} ${isFull ? 'full' : 'hollow'}"`),
      line: `class="line ${tone}"${dash ? ` stroke-dasharray="${dash}"` : ''}`,
    };
  });
}

function circle(x: number, y: number, attributes: string): string {
  return `<circle ${attributes} cx="${number(x)}" cy="${number(y)}" r="4.5"/>`;
}

function square(x: number, y: number, attributes: string): string {
  return `<rect ${attributes} x="${number(x - 4)}" y="${number(y - 4)}" width="8" height="8"/>`;
}

function diamond(x: number, y: number, attributes: string): string {
  return `<path ${attributes} d="M${number(x)} ${number(y - 5.5)}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>`;
}

function triangle(x: number, y: number, attributes: string): string {
  return `<path ${attributes} d="M${number(x)} ${number(y - 5)}l5 9h-10z"/>`;
}

function wedge(x: number, y: number, attributes: string): string {
  return `<path ${attributes} d="M${number(x)} ${number(y + 5)}l5 -9h-10z"/>`;
}

function plus(x: number, y: number, attributes: string): string {
  return `<path ${attributes} d="M${number(x - 1.5)} ${number(y - 5)}h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z"/>`;
}
