import type { Axis } from '../chart.ts';

/** Maps values of an axis to places on it. */
export interface Scale {
  /** The place of a value, 0 at the axis's beginning to 1 at its end. */
  at(value: number): number;
  /** Values to be written beside the axis, ascending. */
  readonly ticks: readonly number[];
}

/** About so many ticks. */
const wantedTicks = 5;

/** The scale of an axis that shows some values, from tick to tick. */
export function createScale({ scale, from, to }: Axis, values: readonly number[]): Scale {
  const shown = [...values, from, to].filter((value) => value !== undefined && Number.isFinite(value)) as number[];
  const [low, high] = shown.length === 0 ? [0, 1] : [Math.min(...shown), Math.max(...shown)];
  return scale === 'log' ? logarithmic(low, high) : linear(low, high);
}

function linear(low: number, high: number): Scale {
  const range = high - low || Math.abs(high) || 1;
  const step = niceStep(range / wantedTicks);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => rounded((first + i) * step));
  const [start, end] = [first * step, last * step];
  return { at: (value) => (value - start) / (end - start), ticks };
}

/** The smallest of 1, 2, 5, times a power of ten, that is at least as large. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}

function logarithmic(low: number, high: number): Scale {
  if (!(low > 0)) throw new RangeError(`${low} has no place on a logarithmic axis.`);
  const steps = (factors: readonly number[]) => {
    const all: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      all.push(...factors.map((factor) => rounded(factor * 10 ** power)));
    }
    const first = all.findLastIndex((value) => value <= low * (1 + 1e-9));
    const last = all.findIndex((value) => value >= high * (1 - 1e-9));
    return all.slice(first, Math.max(last, first + 1) + 1);
  };
  const fine = steps([1, 2, 5]);
  const ticks = fine.length <= 2 * wantedTicks ? fine : steps([1]);
  const [start, end] = [Math.log(ticks[0] as number), Math.log(ticks.at(-1) as number)];
  return { at: (value) => (Math.log(value) - start) / (end - start), ticks };
}

/** Without what floating point has added: 0.30000000000000004. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

const units = [
  [1e6, 'M'],
  [1e4, 'k'],
] as const;

/** A number beside an axis: `0.5`, `2000`, `20 k`, `3 M`. */
export function tickLabel(value: number): string {
  const [size, unit] = units.find(([size]) => Math.abs(value) >= size) ?? [1, ''];
  if (unit === '') return String(value);
  // 20 k counts thousands, though it begins at ten of them.
  return `${rounded(value / (size === 1e4 ? 1000 : size))}\u202f${unit}`;
}
