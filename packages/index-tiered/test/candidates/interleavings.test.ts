import { join } from 'node:path';
import { type ChunkSet, chunkSetFromIds, chunkSetFromRanges, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { openFaissTier } from '@cubo/index-tiered/faiss';
import { nodeFileLayer } from '@cubo/library';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { faissPackage } from './packages.ts';

const dimensions = 12;
const most = 1500;
/** An id that comes back has the next vector of the pool. */
const pool = randomVectors(4000, dimensions, 13);
const queries = randomVectors(6, dimensions, 14);
const files = nodeFileLayer;

type Action =
  | { type: 'add' | 'remove'; start: number; count: number; step: number }
  | { type: 'flush' | 'optimize' | 'optimize without waiting' | 'compact' | 'refresh' | 'reopen' };

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom('add' as const, 'add' as const, 'remove' as const),
      start: fc.nat(most - 1),
      count: fc.integer({ min: 1, max: 500 }),
      step: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'flush' as const,
        'optimize' as const,
        'optimize without waiting' as const,
        'compact' as const,
        'refresh' as const,
        'reopen' as const,
      ),
    }),
  },
);

/** A tier that compares all, and one that asks an exact index of FAISS: whatever happens, they find the same. */
async function compare(actions: readonly Action[]): Promise<string[]> {
  const root = temporaryDirectory();
  const settings = { files, dimensions, background: false };
  const openExact = () =>
    openTieredVectors({ ...settings, directory: join(root, 'exact'), hot: { scanBytes: 2 ** 40 } });
  const openTested = () =>
    openFaissTier({
      ...{ ...settings, directory: join(root, 'tested'), package: faissPackage.path, factory: 'Flat', scanBytes: 0 },
    });
  let tiers: [VectorTier, VectorTier] = [await openExact(), await openTested()];
  const both = async (run: (tier: VectorTier) => Promise<unknown> | undefined) => {
    for (const tier of tiers) await run(tier);
  };
  const running: Promise<void>[] = [];
  const parts: string[] = [];
  let next = 0;

  async function expectSame(what: string, filter?: ChunkSet): Promise<void> {
    for (const query of queries) {
      const [expected, found] = [
        await tiers[0].search(query, { limit: 10, filter }),
        await tiers[1].search(query, { limit: 10, filter }),
      ];
      const plain = (hits: typeof found) => hits.map(({ id, score }) => ({ id, score }));
      expect(plain(found), what).toEqual(plain(expected));
      for (const { origin } of found) parts.push(origin?.part as string);
    }
  }
  for (const step of actions) {
    switch (step.type) {
      case 'add': {
        const ids = Array.from({ length: step.count }, (_, i) => step.start + i * step.step).filter((id) => id < most);
        const vectors = ids.map(() => pool[next++ % pool.length] as Float32Array);
        await both((tier) => tier.add({ ids, vectors }));
        break;
      }
      case 'remove': {
        const ids = Array.from({ length: step.count }, (_, i) => step.start + i * step.step);
        await both((tier) => tier.remove(chunkSetFromIds(ids)));
        break;
      }
      case 'reopen':
        await both((tier) => tier.flush());
        await both((tier) => tier.close());
        tiers = [await openExact(), await openTested()];
        break;
      case 'optimize without waiting':
        running.push(tiers[1].optimize?.() ?? Promise.resolve());
        running.at(-1)?.catch(() => {});
        await tiers[0].flush();
        break;
      default: {
        const { type } = step;
        await both((tier) => tier[type]?.());
      }
    }
    await expectSame(step.type);
    await expectSame(`${step.type}, a scope`, chunkSetFromRanges([[300, 1100]]));
  }
  await both((tier) => tier.close());
  // Whatever interrupted them, it was no error.
  await Promise.all(running);
  return parts;
}

const title = faissPackage.missing === undefined ? 'FAISS' : `FAISS (skipped: ${faissPackage.missing})`;
describe.skipIf(faissPackage.missing)(title, () => {
  test('any sequence of changes leaves what a scan finds', async () => {
    const parts = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24 }), async (actions) => {
        const all = { start: 0, count: most, step: 1 };
        const prefix = [{ type: 'add' as const, ...all }, { type: 'optimize' as const }];
        for (const part of await compare([...prefix, ...actions])) parts.add(part);
      }),
      { seed: 33, numRuns: 15, endOnFailure: true },
    );
    expect([...parts].sort()).toEqual(['faiss', 'scan']);
  }, 120_000);
});
