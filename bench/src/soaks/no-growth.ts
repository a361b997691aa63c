import { AssertionError } from 'node:assert/strict';
import type { HostState } from './host-state.ts';

/** How much more there was at the end. */
export type HostGrowth = Readonly<Record<keyof HostState, number>>;

/**
 * What may be more at the end. A handle or file more may be one that is just being closed; the heap gets a little larger while
 * the engine learns the code. Anything left by each ingest, or by each hundredth search, is a multiple of this.
 */
const allowed: HostGrowth = { heapBytes: 2 * 2 ** 20, resources: 1, handles: 4, files: 4, listeners: 0, timers: 0 };

/**
 * Compares the last third of the looks with the third before.
 *
 * @throws AssertionError that names what has grown
 */
export function assertNoGrowth({ states }: { readonly states: readonly HostState[] }): HostGrowth {
  const third = Math.floor(states.length / 3);
  const before = states.slice(-2 * third, -third);
  const after = states.slice(-third);
  const names = Object.keys(allowed) as (keyof HostState)[];
  const growth = Object.fromEntries(
    names.map((name) => [name, least(after, name) - least(before, name)]),
  ) as unknown as HostGrowth;
  const grown = names.filter((name) => growth[name] > allowed[name]);
  if (grown.length > 0) {
    const told = grown.map((name) => `${name} by ${growth[name]}`).join(', ');
    throw new AssertionError({
      message: `The process holds on to more and more: ${told}.`,
      actual: growth,
      expected: allowed,
    });
  }
  return growth;
}

/** What was there in any case: at some looks something is still being closed. */
function least(states: readonly HostState[], name: keyof HostState): number {
  return Math.min(...states.map((state) => state[name]));
}
