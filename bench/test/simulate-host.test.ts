import { expect, test } from 'vitest';
import { countFiles, type HostState } from '../src/soaks/host-state.ts';
import { assertNoGrowth } from '../src/soaks/no-growth.ts';
import { simulateHost } from '../src/soaks/simulate-host.ts';

// The full number runs by `npm run soak -- --host-hours 24`.
test('hours of a host leave nothing behind, and its models come and go', async () => {
  const report = await simulateHost({ hours: 2 });
  expect(report.ingests).toBeGreaterThanOrEqual(8);
  expect(report.searches).toBeGreaterThanOrEqual(800);
  expect(report.loads).toBeGreaterThanOrEqual(report.ingests);
  assertNoGrowth(report);
}, 300_000);

const state: HostState = { heapBytes: 5e7, resources: 0, handles: 20, files: 60, listeners: 5, timers: 0 };

test.each<[keyof HostState, number]>([
  ['heapBytes', 1e6],
  ['resources', 1],
  ['handles', 2],
  ['files', 2],
  ['listeners', 1],
  ['timers', 1],
])('%s that grow by %s from look to look are noticed', (name, step) => {
  const growing = Array.from({ length: 9 }, (_, i) => ({ ...state, [name]: state[name] + i * step }));
  expect(() => assertNoGrowth({ states: growing })).toThrow(name);
  const moving = Array.from({ length: 9 }, (_, i) => ({ ...state, [name]: state[name] + (i % 2) * step }));
  expect(() => assertNoGrowth({ states: moving })).not.toThrow();
});

test.each([
  [['/library/a', '/library/b', '/library/c', 'socket:[1]'], 2],
  [['/library/a', '/library/a', '/library/b', 'socket:[1]'], 3],
  [['/library/a', '/library/b (deleted)', '/library/c (deleted)'], 3],
  [['/library-of-another/a', '/library/b'], 2],
])('of open files %j count %i', (names, count) => {
  expect(countFiles(names, '/library')).toBe(count);
});
