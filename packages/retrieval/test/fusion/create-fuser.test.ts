import type { Fuser } from '@cubo/contracts';
import { expect, test } from 'vitest';
import {
  agreementFusion,
  convexFusion,
  createFuser,
  fuserSpecification,
  reciprocalRankFusion,
} from '../../src/index.ts';

// What observes an object, as those of user interfaces do, cannot be sent to another thread.
const observed = <T extends object>(value: T): T => new Proxy(value, {});

test.each<[string, Fuser]>([
  ['agreement', agreementFusion(observed({ weight: 2 }))],
  ['convex by alpha', convexFusion(observed({ alpha: 0.3 }))],
  ['convex by weights', convexFusion({ weights: observed({ sparse: 1, dense: 2 }) })],
  ['reciprocal rank', reciprocalRankFusion(observed({ k: 10, weights: observed({ dense: 2 }) }))],
])('another thread can make the same fuser: %s', (_, fuser) => {
  const specification = structuredClone(fuserSpecification(fuser));
  expect(specification && createFuser(specification).id).toBe(fuser.id);
});

test('a fuser that is not of this package has no specification', () => {
  expect(fuserSpecification({ ...agreementFusion() })).toBeUndefined();
});
