import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chunkSetFromIds, type SparseIndex } from '@cubo/contracts';
import { type FileLayer, nodeFileLayer } from '@cubo/library';
import { expect, test } from 'vitest';
import { layers } from '../../../library/test/encrypted-files.ts';
import { found, open, withDirectory } from './helpers.ts';

/**
 * The operating system's files, which fail for good at one change of the disk: as a crash at that moment, seen from
 * outside.
 */
function failingFiles(failAt: number): FileLayer & { readonly changes: number } {
  let changes = 0;
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    if (++changes >= failAt) throw new Error('crash');
    return run();
  };
  return {
    ...nodeFileLayer,
    get changes() {
      return changes;
    },
    create: (path) =>
      step(async () => {
        const file = await nodeFileLayer.create(path);
        return { ...file, write: (bytes) => step(() => file.write(bytes)), sync: () => step(() => file.sync()) };
      }),
    rename: (from, to) => step(() => nodeFileLayer.rename(from, to)),
    remove: (path) => step(() => nodeFileLayer.remove(path)),
    makeDirectory: (path) => step(() => nodeFileLayer.makeDirectory(path)),
    syncDirectory: (path) => step(() => nodeFileLayer.syncDirectory(path)),
  };
}

const before = Array.from({ length: 14 }, (_, id) => id);
const after = [...before.filter((id) => id !== 1), 14];

/** Seven files, so that the flush of one more merges them. */
async function prepare(directory: string, files: FileLayer): Promise<void> {
  const index = await open(directory, { files });
  for (let id = 0; id < before.length; id += 2) {
    await index.add([
      { id, text: 'word' },
      { id: id + 1, text: 'word' },
    ]);
    await index.flush();
  }
  await index.close();
}

async function change(index: SparseIndex): Promise<void> {
  await index.add([{ id: 14, text: 'word' }]);
  await index.remove(chunkSetFromIds([1]));
  await index.flush();
}

const sorted = async (index: SparseIndex) => (await found(index, 'word', 20)).sort((a, b) => a - b);

test.each(layers)(
  'a crash at any change of the disk leaves the state of before or of after, and the next writer goes on: %s',
  (_name, layer) =>
    withDirectory(async (root) => {
      const prepared = join(root, 'prepared');
      await mkdir(prepared);
      await prepare(prepared, layer(nodeFileLayer));
      const outcomes = new Set<string>();
      let failAt = 1;
      for (; ; failAt++) {
        const directory = join(root, `crash-${failAt}`);
        await cp(prepared, directory, { recursive: true });
        const files = failingFiles(failAt);
        const crashing = await open(directory, { files: layer(files) });
        const crashed = await change(crashing).then(
          () => false,
          () => true,
        );
        // The process that met the failure still knows what it was given.
        expect(await sorted(crashing)).toEqual(after);
        await crashing.close();

        const index = await open(directory, { files: layer(nodeFileLayer) });
        const ids = await sorted(index);
        outcomes.add(ids.join());
        expect([before.join(), after.join()]).toContain(ids.join());
        if (!crashed) expect(ids).toEqual(after);
        await change(index);
        expect(await sorted(index)).toEqual(after);
        expect(index.stats().segments).toBe(1);
        await index.close();
        if (!crashed) break;
      }
      expect(failAt).toBeGreaterThan(20);
      expect(outcomes).toEqual(new Set([before.join(), after.join()]));
    }),
);

test('after a failed flush the same index can flush again', () =>
  withDirectory(async (directory) => {
    let full = true;
    const files: FileLayer = {
      ...nodeFileLayer,
      create: (path) => (full ? Promise.reject(new Error('disk full')) : nodeFileLayer.create(path)),
    };
    const index = await open(directory, { files });
    await index.add([{ id: 1, text: 'word' }]);
    await expect(index.flush()).rejects.toThrow('disk full');
    full = false;
    await index.add([{ id: 2, text: 'word' }]);
    await index.flush();
    await index.close();
    const again = await open(directory);
    expect(await sorted(again)).toEqual([1, 2]);
    await again.close();
  }));
