import { compareHits, topHits } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('topHits keeps what sorting would put first, in whatever order hits come', () => {
  const hits = fc.uniqueArray(fc.record({ id: fc.nat(200), score: fc.integer({ min: 1, max: 9 }) }), {
    selector: ({ id }) => id,
  });
  fc.assert(
    fc.property(hits, fc.nat(30), (offered, limit) => {
      const top = topHits(limit);
      for (const { id, score } of offered) {
        const before = top.hits();
        const accepts = top.accepts(score);
        const { least } = top;
        top.offer(id, score);
        // What is not accepted changes nothing; what is, unless its id is too high, enters.
        if (!accepts) expect(top.hits()).toEqual(before);
        const worst = before.at(-1);
        expect(accepts).toBe(before.length < limit || (worst !== undefined && score >= worst.score));
        expect(score >= least).toBe(accepts);
      }
      expect(top.hits()).toEqual(offered.toSorted(compareHits).slice(0, limit));
    }),
    { seed: 11, numRuns: 1000 },
  );
});
