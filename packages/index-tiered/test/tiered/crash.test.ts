import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { chunkIds, chunkSetFromRanges, type VectorTier } from '@cubo/contracts';
import { openTieredVectors } from '@cubo/index-tiered';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { type CrashMoment, crashingFileLayer } from '../../../library/test/crashing-file-layer.ts';
import { layers } from '../../../library/test/encrypted-files.ts';
import { randomVectors } from '../random-vectors.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const dimensions = 8;
const vectors = randomVectors(40, dimensions, 8);
const query = vectors[7] as Float32Array;
const openTier = (directory: string, files: FileLayer) =>
  openTieredVectors({ directory, files, dimensions, blockBytes: 60 });

async function add(tier: VectorTier, from: number, to: number): Promise<void> {
  const ids = Array.from({ length: to - from }, (_, i) => from + i);
  await tier.add({ ids, vectors: ids.map((id) => vectors[id] as Float32Array) });
}

async function contentsOf(directory: string, files: FileLayer): Promise<{ ids: number[]; hits: unknown }> {
  const tier = await openTier(directory, files);
  const result = { ids: [...chunkIds(tier.coverage())], hits: await tier.search(query, { limit: 99 }) };
  await tier.close();
  return result;
}

/** A flush that writes a new file, merges seven, removes chunks and drops files. */
async function change(tier: VectorTier): Promise<void> {
  await add(tier, 30, 40);
  await tier.remove(chunkSetFromRanges([[2, 6]]));
  await tier.flush();
}

const moments: readonly CrashMoment[] = ['before', 'halfway', 'after', 'power-cut'];

test.each(moments.flatMap((moment) => layers.map(([name, of]) => [moment, name, of] as const)))(
  'a crash %s any operation of a flush leaves the old state or the new one, %s',
  async (moment, _name, layer) => {
    const open = (directory: string, files: FileLayer = nodeFileLayer) => openTier(directory, layer(files));
    const contents = (directory: string) => contentsOf(directory, layer(nodeFileLayer));
    const root = temporaryDirectory();
    const original = join(root, 'original');
    const tier = await open(original);
    for (let from = 0; from < 28; from += 4) {
      await add(tier, from, from + 4);
      await tier.flush();
    }
    expect(tier.stats().segments).toBe(7);
    await tier.close();
    const before = await contents(original);

    const whole = crashingFileLayer();
    const finished = join(root, 'finished');
    cpSync(original, finished, { recursive: true });
    const writer = await open(finished, whole);
    await change(writer);
    expect(writer.stats().segments).toBe(1);
    await writer.close();
    const after = await contents(finished);
    expect(after.ids).not.toEqual(before.ids);

    const seen = new Set<string>();
    for (let crashAt = 0; crashAt < whole.operations.length; crashAt++) {
      const directory = join(root, `${moment}-${crashAt}`);
      cpSync(original, directory, { recursive: true });
      const files = crashingFileLayer({ crashAt, moment });
      const victim = await open(directory, files);
      await change(victim).catch(() => {});
      expect(files.crashed).toBe(true);
      await victim.close();

      const left = await contents(directory);
      expect([before, after]).toContainEqual(left);
      seen.add(String(left.ids));
      // The next writer goes on from there, and sweeps what the crash left behind.
      const next = await open(directory);
      await change(next);
      await next.close();
      expect(await contents(directory)).toEqual(after);
    }
    expect(seen.size).toBe(2);
  },
);
