import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FileLayer } from '../src/index.ts';
import { nodeFileLayer, openLibrary } from '../src/index.ts';
import { contents, publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

test('a reader lets go of the files of segments that another one has removed', async () => {
  const path = await temporaryDirectory();
  const open = new Set<string>();
  const files: FileLayer = {
    ...nodeFileLayer,
    async open(file) {
      const opened = await nodeFileLayer.open(file);
      open.add(file);
      return {
        ...opened,
        async close() {
          open.delete(file);
          await opened.close();
        },
      };
    },
  };
  const writer = await openLibrary({ path });
  const reader = await openLibrary({ path, files });
  const [kept = -1] = await writer.write((to) => publish(to, { 'kept.txt': ['It stays.'] }));
  for (let version = 0; version < 5; version++) {
    await writer.write((to) => publish(to, { 'changing.txt': [`Version ${version}.`] }));
    const snapshot = reader.snapshot();
    expect((await snapshot.read([kept])).get(kept)?.text).toBe('It stays.');
    expect(await snapshot.read([...Array(kept + version + 2).keys()])).toHaveProperty('size', 2);
  }
  expect(await contents(reader)).toEqual({ 'kept.txt': ['It stays.'], 'changing.txt': ['Version 4.'] });
  const segments = await readdir(writer.paths.segments);
  expect(segments).toHaveLength(2);
  expect([...open].filter((file) => !segments.some((segment) => file.includes(segment)))).toEqual([]);
  await reader.close();
  await writer.close();
});
