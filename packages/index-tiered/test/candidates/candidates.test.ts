import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chunkIds, chunkSetFromIds, chunkSetFromRanges, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { nodeFileLayer } from '@cubo/library';
import { describe, expect, test } from 'vitest';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { type TestedLibrary, type TestedOptions, testedLibraries, titleOf } from './libraries.ts';

const dimensions = 16;
const count = 3000;
const vectors = randomVectors(count, dimensions, 21);
const queries = randomVectors(30, dimensions, 22);
const all = vectors.map((_, id) => id);
const settings = { dimensions, scanBytes: 0, background: false };

async function makeIndex(library: TestedLibrary, options: Partial<TestedOptions> = {}): Promise<string> {
  const directory = temporaryDirectory();
  const tier = await library.open({ ...settings, directory, ...options });
  await tier.add({ ids: all, vectors });
  await tier.optimize?.();
  await tier.close();
  return directory;
}

/** The tier of our own, which compares all vectors. */
async function exactTier(directory: string): Promise<VectorTier> {
  return openTieredVectors({
    directory,
    files: nodeFileLayer,
    dimensions,
    hot: { scanBytes: 2 ** 40 },
    background: false,
  });
}

/** Which parts hits come from; waits until these are not found by a scan any more, at most so many milliseconds. */
async function partsOf(tier: VectorTier, milliseconds = 20_000): Promise<string[]> {
  for (const start = performance.now(); ; ) {
    const hits = await tier.search(queries[0] as Float32Array, { limit: 5 });
    const parts = [...new Set(hits.map(({ origin }) => origin?.part ?? ''))];
    if (parts.join() !== 'scan' || performance.now() - start > milliseconds) return parts;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The same where a scan is expected: long enough for an index to be read that should not be. */
const partsSoon = (tier: VectorTier) => partsOf(tier, 100);

function fileOf(folder: string, extension: string): string {
  const name = readdirSync(folder).find((each) => extname(each) === extension);
  if (name === undefined) throw new Error(`There is no ${extension} in ${readdirSync(folder)}.`);
  return join(folder, name);
}

for (const library of testedLibraries) {
  const { name } = library;
  describe.skipIf(library.missing)(titleOf(library), () => {
    test('tells how many vectors it finds the candidates of, and how many are scanned', async () => {
      const tier = await library.open({ ...settings, directory: await makeIndex(library) });
      const more = randomVectors(20, dimensions, 23);
      await tier.add({ ids: more.map((_, i) => count + i), vectors: more });
      await tier.remove(chunkSetFromRanges([[0, 100]]));
      expect(tier.stats().parts).toEqual([
        { part: name, chunks: count - 100 },
        { part: 'scan', chunks: 20 },
      ]);
      await tier.close();
    });

    test('finds nearly all of the nearest, with the scores of a scan', async () => {
      const directory = await makeIndex(library);
      const exact = await exactTier(directory);
      const expected = await Promise.all(queries.map((query) => exact.search(query, { limit: 10 })));
      await exact.close();
      const tier = await library.open({ ...settings, directory });
      expect(await partsOf(tier)).toEqual([name]);
      let found = 0;
      for (const [i, query] of queries.entries()) {
        const scores = new Map(expected[i]?.map(({ id, score }) => [id, score]));
        const hits = await tier.search(query, { limit: 10 });
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).toSorted((a, b) => b - a));
        for (const { id, score, origin } of hits) {
          expect(origin).toEqual({ part: name, compressedScore: expect.closeTo(score, 1) });
          if (!scores.has(id)) continue;
          expect(score).toBe(scores.get(id));
          found++;
        }
      }
      expect(found).toBeGreaterThan(0.9 * 10 * queries.length);
      await tier.close();
    });

    test('gives full results for scopes of any size, of near and of far vectors', async () => {
      const directory = await makeIndex(library);
      const exact = await exactTier(directory);
      const tier = await library.open({ ...settings, directory });
      expect(await partsOf(tier)).toEqual([name]);
      const query = queries[1] as Float32Array;
      const ranked = (await exact.search(query, { limit: count })).map(({ id }) => id);
      const scopes = {
        '1 %': all.filter((id) => id % 100 === 7),
        '1 %, the nearest': ranked.slice(0, 30),
        '10 %': all.filter((id) => id % 10 === 3),
        '10 %, the farthest that are found': ranked.slice(-300),
        '60 %': all.filter((id) => id % 5 < 3),
      };
      for (const [scope, ids] of Object.entries(scopes)) {
        const filter = chunkSetFromIds(ids);
        const hits = (await tier.search(query, { limit: 10, filter })).map(({ id }) => id);
        const expected = (await exact.search(query, { limit: 10, filter })).map(({ id }) => id);
        expect(hits, scope).toHaveLength(10);
        expect(hits.filter((id) => expected.includes(id)).length, scope).toBeGreaterThanOrEqual(9);
      }
      // A scope of which the index finds some, and not what was added since.
      await tier.add({ ids: [count], vectors: [query] });
      const hits = await tier.search(query, { limit: 5 });
      expect(hits[0]).toMatchObject({ id: count, origin: { part: 'scan' } });
      expect(hits.slice(1).map(({ origin }) => origin?.part)).toEqual([name, name, name, name]);
      await exact.close();
      await tier.close();
    });

    test('never brings back what was removed, and finds what came back by its new vector', async () => {
      const directory = await makeIndex(library);
      let tier = await library.open({ ...settings, directory });
      const query = queries[2] as Float32Array;
      await partsOf(tier);
      const nearest = (await tier.search(query, { limit: 20 })).map(({ id }) => id);
      const back = nearest[0] as number;
      const far = query.map((value) => -value);
      const isGone = async (when: string) => {
        const hits = (await tier.search(query, { limit: 200 })).map(({ id }) => id);
        expect(hits, when).toHaveLength(200);
        for (const id of nearest) expect(hits.includes(id), `${id} ${when}`).toBe(false);
      };
      await tier.remove(chunkSetFromIds(nearest));
      await isGone('removed');
      await tier.flush();
      await isGone('flushed');
      await tier.add({ ids: [back], vectors: [far] });
      await isGone('one of them has another vector now');
      await tier.flush();
      await tier.close();
      tier = await library.open({ ...settings, directory });
      expect(await partsOf(tier)).toEqual([name]);
      await isGone('reopened');
      const [hit] = await tier.search(far, { limit: 1 });
      expect(hit).toMatchObject({ id: back, origin: { part: 'scan' } });
      await tier.optimize?.();
      await isGone('extended');
      await tier.compact?.();
      await isGone('compacted');
      // What the library wrote has them: it goes.
      expect(existsSync(join(directory, name, 'manifest.json'))).toBe(false);
      await tier.optimize?.();
      await isGone('made anew');
      expect(await partsOf(tier)).toEqual([name]);
      expect((await tier.search(far, { limit: 1 }))[0]).toMatchObject({ id: back });
      await tier.close();
    });

    test('adds to the index what was added to the vectors', async () => {
      const directory = await makeIndex(library);
      const tier = await library.open({ ...settings, directory });
      await partsOf(tier);
      const more = randomVectors(50, dimensions, 77);
      await tier.add({ ids: more.map((_, i) => count + i), vectors: more });
      await tier.flush();
      const before = fileOf(join(directory, name), `.${name}`);
      const find = async () => (await tier.search(more[9] as Float32Array, { limit: 1 }))[0];
      expect(await find()).toMatchObject({ id: count + 9, origin: { part: 'scan' } });
      await tier.optimize?.();
      expect(await find()).toMatchObject({ id: count + 9, origin: { part: name } });
      expect(fileOf(join(directory, name), `.${name}`)).not.toBe(before);
      await tier.close();
    });

    test('reads nothing that is damaged, and makes it anew', async () => {
      for (const damaged of [`.${name}`, '.labels', '.json']) {
        const directory = await makeIndex(library);
        const folder = join(directory, name);
        const file = fileOf(folder, damaged);
        const good = readFileSync(file);
        const bad = [
          good.with(good.length >> 1, (good[good.length >> 1] as number) ^ 1),
          good.subarray(0, good.length - 1),
          Buffer.alloc(0),
          undefined,
        ];
        for (const content of bad) {
          if (content === undefined) rmSync(file);
          else writeFileSync(file, content);
          const tier = await library.open({ ...settings, directory });
          expect(await partsSoon(tier), damaged).toEqual(['scan']);
          expect(tier.coverage().size).toBe(count);
          await tier.close();
        }
        const tier = await library.open({ ...settings, directory });
        await tier.optimize?.();
        expect(await partsOf(tier), damaged).toEqual([name]);
        await tier.close();
        const again = await library.open({ ...settings, directory });
        expect(await partsOf(again), damaged).toEqual([name]);
        await again.close();
      }
    }, 120_000);

    test('makes an index anew that was made in another way', async () => {
      const directory = await makeIndex(library);
      const other = await library.openOther({ ...settings, directory });
      expect(await partsSoon(other)).toEqual(['scan']);
      await other.optimize?.();
      expect(await partsOf(other)).toEqual([name]);
      await other.close();
      const tier = await library.open({ ...settings, directory });
      expect(await partsSoon(tier)).toEqual(['scan']);
      await tier.close();
    });

    test('shows another instance the index after refresh()', async () => {
      const directory = temporaryDirectory();
      const writer = await library.open({ ...settings, directory });
      const reader = await library.open({ ...settings, directory });
      await writer.add({ ids: all, vectors });
      await writer.optimize?.();
      await reader.refresh();
      expect(await partsOf(reader)).toEqual([name]);
      await writer.remove(chunkSetFromRanges([[0, 2000]]));
      await writer.flush();
      await reader.refresh();
      expect([...chunkIds(reader.coverage())]).toEqual(all.slice(2000));
      for (const { id } of await reader.search(queries[3] as Float32Array, { limit: 100 })) {
        expect(id).toBeGreaterThanOrEqual(2000);
      }
      await writer.optimize?.();
      await reader.refresh();
      expect(await partsOf(reader)).toEqual([name]);
      // Too few are left for an index.
      await writer.remove(chunkSetFromRanges([[2000, count]]));
      await writer.optimize?.();
      await reader.refresh();
      expect(await reader.search(queries[3] as Float32Array, { limit: 100 })).toEqual([]);
      expect(existsSync(join(directory, name, 'manifest.json'))).toBe(false);
      await writer.close();
      await reader.close();
    });

    test('puts as many vectors into the index as its memory has room for, and scans the others', async () => {
      const many = randomVectors(6000, dimensions, 5);
      const mostBytes = 400_000;
      const directory = temporaryDirectory();
      const tier = await library.open({ ...settings, directory, memoryBytes: mostBytes, cacheBytes: 0 });
      await tier.add({ ids: many.map((_, id) => id), vectors: many });
      await tier.optimize?.();
      const bytes = readFileSync(fileOf(join(directory, name), `.${name}`)).length;
      expect(bytes).toBeLessThanOrEqual(mostBytes);
      expect(bytes).toBeGreaterThan(name === 'faiss' ? many.length * dimensions : 0.8 * mostBytes);
      expect((await tier.search(many[5] as Float32Array, { limit: 1 }))[0]).toMatchObject({
        id: 5,
        origin: { part: name },
      });
      const last = (await tier.search(many[5999] as Float32Array, { limit: 1 }))[0];
      expect(last).toMatchObject({ id: 5999, origin: { part: name === 'faiss' ? name : 'scan' } });
      await tier.close();
      // With less than that, nothing is read.
      const small = await library.open({ ...settings, directory, memoryBytes: 1000, cacheBytes: 0 });
      expect(await partsSoon(small)).toEqual(['scan']);
      await small.optimize?.();
      expect(await partsSoon(small)).toEqual(['scan']);
      await small.close();
    });

    test('works in the background after a flush, and is stopped by close()', async () => {
      const directory = temporaryDirectory();
      const tier = await library.open({ ...settings, directory, background: true });
      await tier.add({ ids: all, vectors });
      await tier.flush();
      await tier.close();
      expect(existsSync(join(directory, name, 'manifest.json'))).toBe(false);
      const again = await library.open({ ...settings, directory, background: true });
      await again.flush();
      expect(await partsOf(again)).toEqual([name]);
      await again.close();
      // What the first one had begun is gone.
      const names = readdirSync(join(directory, name)).map((each) => extname(each));
      expect(names.sort()).toEqual([`.${name}`, '.json', '.labels'].sort());
    });

    test('leaves the vectors to our own tier, which throws the index away when it writes', async () => {
      const directory = await makeIndex(library);
      const own = await exactTier(directory);
      expect(own.coverage().size).toBe(count);
      await own.add({ ids: [count], vectors: [queries[0] as Float32Array] });
      await own.flush();
      await own.close();
      expect(existsSync(join(directory, name))).toBe(false);
      const tier = await library.open({ ...settings, directory });
      expect(tier.coverage().size).toBe(count + 1);
      expect(await partsSoon(tier)).toEqual(['scan']);
      await tier.optimize?.();
      expect(await partsOf(tier)).toEqual([name]);
      await tier.close();
    });

    test('can be told to stop', async () => {
      const tier = await library.open({ ...settings, directory: temporaryDirectory() });
      await tier.add({ ids: all, vectors });
      const stop = new AbortController();
      const optimizing = tier.optimize?.({ signal: stop.signal });
      setTimeout(() => stop.abort(new Error('no longer wanted')), 20);
      await expect(optimizing).rejects.toThrow('no longer wanted');
      // The work goes on, and whoever asks next waits for it.
      await tier.optimize?.();
      expect(await partsOf(tier)).toEqual([name]);
      await tier.close();
    });
  });
}
