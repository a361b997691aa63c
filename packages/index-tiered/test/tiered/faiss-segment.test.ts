import { join } from 'node:path';
import { type Hit, type TopHits, topHits } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer, openIndexDirectory } from '@cubo/library';
import { expect, test } from 'vitest';
import { openColdSegment } from '../../src/cold/cold-segment.ts';
import { planFor } from '../../src/cold/search-plan.ts';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { pacer } from '../../src/pacer.ts';
import { tieredVectorsFormat } from '../../src/tiered/open-tiered-vectors.ts';
import { type FaissSearch, faiss, faissMissing } from '../inverted-file/faiss.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 32;
const queries = randomVectors(20, dimensions, 99);

for (const profile of ['balanced', 'compact'] as const) {
  test.skipIf(faissMissing)(`FAISS finds the candidates of a cold segment, ${profile}`, async () => {
    const directory = temporaryDirectory();
    const options = { directory, files: nodeFileLayer, dimensions, hot: { capacity: 0, scanBytes: 0 } };
    const tier = await openTieredVectors({ ...options, cold: { profile } });
    const vectors = randomVectors(3000, dimensions, 4);
    await tier.add({ ids: vectors.map((_, i) => 10 * i + 7), vectors });
    await tier.optimize?.();
    await tier.close();

    const index = await openIndexDirectory({ directory, files: nodeFileLayer, format: tieredVectorsFormat });
    const file = index.manifest.files.find(({ name }) => name.endsWith('.ivfpq'));
    if (file === undefined) throw new Error('There is no cold segment.');
    const segment = await openColdSegment(index, file, dimensions, createKernels);
    const { probes } = planFor(segment.description.plans, 10);
    // More than are found exactly, so that all that was scanned can be compared.
    const k = 50;
    const [read, mapped] = faiss<{ searches: [FaissSearch] }[]>('search', {
      path: join(directory, file.name),
      queries: queries.map((query) => [...query]),
      probes: [probes],
      k,
    });
    expect(mapped?.searches).toEqual(read?.searches);
    const [found] = read?.searches ?? [];
    if (found === undefined) throw new Error('FAISS found nothing.');
    for (const [i, query] of queries.entries()) {
      const tops: TopHits[] = [];
      const candidates = () => {
        tops.push(topHits(k));
        return tops.at(-1) as TopHits;
      };
      await segment.candidates(query, { limit: 10, selected: segment.ids, candidates, pace: pacer(undefined) });
      const hits = tops[0]?.hits() as Hit[];
      const scores = found.scores[i] as readonly number[];
      for (const [rank, { score }] of hits.entries()) expect(score).toBeCloseTo(scores[rank] as number, 4);
      // What is last may be one of several with nearly one score.
      const clear = (score: number) => score > (scores.at(-1) as number) + 1e-4;
      const ours = hits.filter(({ score }) => clear(score)).map(({ id }) => id);
      const theirs = (found.ids[i] as readonly number[]).filter((_, rank) => clear(scores[rank] as number));
      expect(new Set(ours)).toEqual(new Set(theirs));
      expect(ours.length).toBeGreaterThan(20);
    }
    await segment.release();
  });
}
