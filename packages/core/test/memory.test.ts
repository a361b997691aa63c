import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openTieredVectors } from '@cubo/index-tiered';
import { expect, test } from 'vitest';
import { createCubo, leastBudgetMiB } from '../src/index.ts';
import { finish, openCubo, writeFiles } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test('the budget in use can be read back, beside what the process takes', async () => {
  const { cubo } = await openCubo({ memory: { budgetMiB: 400 } });
  const { memory } = await cubo.status();
  expect(memory).toMatchObject({ budgetMiB: 400 });
  expect(memory.residentMiB).toBeGreaterThan(40);
  expect(memory.residentMiB).toBeLessThanOrEqual(process.memoryUsage.rss() / 2 ** 20 + 100);
});

test('a budget too small to run at all, and options that make no sense, are refused before anything is opened', async () => {
  const path = await temporaryDirectory();
  const bad = [
    { budgetMiB: leastBudgetMiB - 1 },
    { budgetMiB: Number.NaN },
    { profile: 'laptop' },
    { budget: 300 },
    300,
  ];
  for (const memory of bad) {
    await expect(createCubo({ path, memory: memory as never }), JSON.stringify(memory)).rejects.toMatchObject({
      code: 'CUBO_BAD_ARGUMENT',
      message: expect.stringMatching(/memory/),
    });
  }
});

test('a process that searches keeps within the smallest budget', async () => {
  const path = await temporaryDirectory();
  const documents = await temporaryDirectory();
  // A few frequent words, and many rare ones.
  const word = (i: number) => `word${Math.floor(5000 ** ((i * 0.618034) % 1))}`;
  const text = (start: number) => Array.from({ length: 6000 }, (_, i) => word(start + i)).join(' ');
  await writeFiles(documents, Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${i}.txt`, text(6000 * i)])));
  const cubo = await createCubo({ path });
  await finish(cubo.ingest(documents));
  await cubo.close();
  const searches = `
    const { createCubo } = await import(${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)});
    const cubo = await createCubo({ path: ${JSON.stringify(path)}, memory: { budgetMiB: ${leastBudgetMiB} } });
    for (let i = 0; i < 300; i++) {
      const hits = await cubo.search('word1 word' + (2 + i % 40) + ' word' + (100 + i));
      if (hits.length === 0) throw new Error('Nothing was found.');
    }
    console.log((await cubo.status()).memory.residentMiB);
    await cubo.close();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', searches]);
  expect(Number(stdout)).toBeGreaterThan(60);
  expect(Number(stdout)).toBeLessThanOrEqual(leastBudgetMiB);
}, 60_000);

test('a vector index of the host is told its share, which grows with the budget', async () => {
  const shares: number[] = [];
  for (const budgetMiB of [leastBudgetMiB, 1024]) {
    const { cubo, documents } = await openCubo({
      memory: { budgetMiB },
      vectorTier: (context) => {
        shares.push(context.memoryBytes);
        return openTieredVectors(context);
      },
    });
    await writeFiles(documents, { 'a.txt': 'The notice period is three months.' });
    await finish(cubo.ingest(documents));
    await cubo.close();
  }
  const [small, large] = [Math.max(...shares.slice(0, shares.length / 2)), Math.max(...shares)];
  expect(small).toBeGreaterThan(0);
  expect(large).toBeGreaterThan(10 * small);
  expect(large).toBeLessThan(1024 * 2 ** 20);
});

test('the trace of a hit tells which tier it came from, and by what score it was found there', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 90 }, (_, i) => [`${i}.txt`, `Flat ${i} is let to tenant ${i * 7} for ${i % 9} years.`]),
  );
  for (const [hot, part] of [
    [{}, 'scan'],
    [{ capacity: 0, scanBytes: 0 }, 'cold'],
    [{ scanBytes: 0 }, 'graph'],
  ] as const) {
    const { cubo, documents } = await openCubo({ vectorTier: (context) => openTieredVectors({ ...context, hot }) });
    await writeFiles(documents, texts);
    await finish(cubo.ingest(documents));
    const search = () => cubo.search('tenant of flat 23', { nearDuplicates: 'list' });
    await search();
    // A graph is read in the background.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const dense = (await search()).flatMap(({ explain }) => explain.lists.filter(({ list }) => list === 'dense'));
    expect(dense.length).toBeGreaterThan(0);
    for (const { origin, score, rank } of dense) {
      if (rank === undefined) continue;
      expect(origin?.part).toBe(part);
      if (part === 'scan') expect(origin?.compressedScore).toBeUndefined();
      else expect(Math.abs((origin?.compressedScore as number) - score)).toBeLessThan(0.3);
    }
    await cubo.close();
  }
});
