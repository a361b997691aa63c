import { escapeMarkup } from '../escape-markup.ts';
import { plotStyle } from './plot-style.ts';

/** Width of every plot, in units of its own; it is scaled to the place it stands in. */
export const plotWidth = 720;

/** A coordinate, to a hundredth. */
export function number(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A line of text. `classes`: its colour (`ink`, `muted`, `accent`), and `end` or `middle` for where x is of it. */
export function text(x: number, y: number, classes: string, content: string): string {
  return `<text class="${classes}" x="${number(x)}" y="${number(y)}">${escapeMarkup(content)}</text>`;
}

/** A straight line. */
export function line(classes: string, x1: number, y1: number, x2: number, y2: number): string {
  return `<line class="${classes}" x1="${number(x1)}" y1="${number(y1)}" x2="${number(x2)}" y2="${number(y2)}"/>`;
}

/** About how wide a line of text is: fonts differ, so rather more than less. */
export function textWidth(content: string): number {
  return content.length * 7;
}

/** A drawing and how high it is. */
export interface Plot {
  readonly title: string;
  readonly height: number;
  readonly body: readonly string[];
}

/** Space about what is drawn, in a file of its own. */
const margin = 16;

/** A plot as an element of a page, which gives the style. */
export function inlineSvg(plot: Plot): string {
  return svg(plot, { margin: 0, before: [] });
}

/** A plot as a file of its own, on paper of its own: what it is shown on may be dark or light. */
export function standaloneSvg(plot: Plot): string {
  const [width, height] = [plotWidth + 2 * margin, plot.height + 2 * margin];
  const paper = `<rect class="paper" x="${-margin}" y="${-margin}" width="${width}" height="${number(height)}"/>`;
  const before = [`<title>${escapeMarkup(plot.title)}</title>`, `<style>${plotStyle()}</style>`, paper];
  return `${svg(plot, { margin, before })}\n`;
}

function svg({ title, height, body }: Plot, options: { margin: number; before: readonly string[] }): string {
  const { margin, before } = options;
  const box = [0 - margin, 0 - margin, plotWidth + 2 * margin, number(height + 2 * margin)].join(' ');
  const attributes = `class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="${box}" role="img"`;
  return [`<svg ${attributes} aria-label="${escapeMarkup(title)}">`, ...before, ...body, '</svg>'].join('\n');
}
