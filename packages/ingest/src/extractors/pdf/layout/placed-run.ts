import type { PageBox } from '@cubo/contracts';
import type { TextRun } from './text-run.ts';

/** A run in a frame in which the text is level: `left` to `right` along the lines, `bottom` to `top` across them. */
export interface PlacedRun {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly rightToLeft: boolean;
  readonly spaceBefore: boolean;
  /** The rectangle on the upright page. */
  readonly box: PageBox;
}

/** How far letters reach above and below their baseline, in shares of their size. */
const ascent = 0.75;
const descent = 0.22;

/** Turns a run into a frame that is turned by `angle`. */
export function placeRun(run: TextRun, angle: number): PlacedRun {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const left = run.x * cosine + run.y * sine;
  const baseline = run.y * cosine - run.x * sine;
  const [right, bottom, top] = [left + run.width, baseline - run.size * descent, baseline + run.size * ascent];
  const xs: number[] = [];
  const ys: number[] = [];
  for (const along of [left, right])
    for (const across of [bottom, top]) {
      xs.push(along * cosine - across * sine);
      ys.push(along * sine + across * cosine);
    }
  return {
    text: run.text,
    left,
    right,
    bottom,
    top,
    baseline,
    size: run.size,
    bold: run.bold,
    rightToLeft: run.rightToLeft,
    spaceBefore: run.spaceBefore,
    box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
  };
}

/** The smallest rectangle that holds two. */
export function unite(first: PageBox, second: PageBox): PageBox {
  return [
    Math.min(first[0], second[0]),
    Math.min(first[1], second[1]),
    Math.max(first[2], second[2]),
    Math.max(first[3], second[3]),
  ];
}

/** The middle one of some numbers; 0 of none. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
