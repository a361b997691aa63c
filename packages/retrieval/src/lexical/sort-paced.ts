import { type Pacer, stepsPerLook } from './pacer.ts';

/** Sorted at a time. */
const sliceLength = 4096;

/** Negative where `a` comes before `b`; no two are alike. */
type Order = (a: number, b: number) => number;

type Numbers = Uint32Array<ArrayBuffer>;

/** Sorts numbers by an order of their own, and lets other work run in between. */
export async function sortPaced(list: Numbers, order: Order, pace: Pacer): Promise<Numbers> {
  let runs: Numbers[] = [];
  for (let from = 0; from < list.length; from += sliceLength) {
    runs.push(list.slice(from, from + sliceLength).sort(order));
    await pace();
  }
  while (runs.length > 1) {
    const longer: Numbers[] = [];
    for (let i = 0; i < runs.length; i += 2) {
      const [first, second] = runs.slice(i, i + 2) as [Numbers, Numbers | undefined];
      longer.push(second === undefined ? first : await mergePaced(first, second, order, pace));
    }
    runs = longer;
  }
  return runs[0] ?? list;
}

/** Merges two sorted lists into one. */
export async function mergePaced(first: Numbers, second: Numbers, order: Order, pace: Pacer): Promise<Numbers> {
  const merged = new Uint32Array(first.length + second.length);
  for (let i = 0, j = 0, at = 0; at < merged.length; at++) {
    const takesFirst = j === second.length || (i < first.length && order(first[i] as number, second[j] as number) < 0);
    merged[at] = (takesFirst ? first[i++] : second[j++]) as number;
    if (at % stepsPerLook === 0) await pace();
  }
  return merged;
}
