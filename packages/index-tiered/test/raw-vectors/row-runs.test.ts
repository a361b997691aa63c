import { chunkIds, chunkSetFromIds } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowRuns } from '../../src/raw-vectors/row-runs.ts';

test('rowRuns gives the rank of each selected id', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(80), fc.boolean())), (entries) => {
      const ids = chunkSetFromIds(entries.map(([id]) => id));
      const selected = chunkSetFromIds(entries.filter(([, chosen]) => chosen).map(([id]) => id));
      const ranks = [...chunkIds(ids)];
      const found = [...rowRuns(ids, selected)].flatMap(({ id, row, length }) =>
        Array.from({ length }, (_, i) => [id + i, row + i]),
      );
      expect(found).toEqual([...chunkIds(selected)].map((id) => [id, ranks.indexOf(id)]));
    }),
    { seed: 5, numRuns: 500 },
  );
});
