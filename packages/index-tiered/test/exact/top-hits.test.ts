import { compareHits } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { topHits } from '../../src/exact/top-hits.ts';

test('topHits keeps what sorting would put first, in whatever order hits come', () => {
  const hits = fc.uniqueArray(fc.record({ id: fc.nat(200), score: fc.integer({ min: 1, max: 9 }) }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(hits, fc.nat(30), (offered, limit) => {
      const top = topHits(limit);
      for (const { id, score } of offered) top.offer(id, score);
      expect(top.hits()).toEqual(offered.toSorted(compareHits).slice(0, limit));
    }),
    { seed: 11, numRuns: 1000 },
  );
});
