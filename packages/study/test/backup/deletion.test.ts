import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWith, marker } from '../../../core/test/files-with.ts';
import { createMindMaps } from '../../src/mind-map/create-mind-maps.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

test('of a map that was deleted no byte is left in the files of the library after a compaction', async () => {
  const [title, label, note, changed] = [marker(), marker(), marker(), marker()];
  const { cubo, parts, documents } = await openStudyParts();
  const path = join(documents, '..', 'library');
  const mindMaps = createMindMaps(parts);
  const { map } = mindMaps.create({ title, children: [{ label, note }] });
  mindMaps.changeNode(map.id, map.root.children[0]?.id as string, { label: changed });
  // The test would notice: they are there before.
  expect(await filesWith(path, [title, note, changed])).not.toEqual([]);
  mindMaps.delete(map.id);
  await cubo.compact();
  expect(await filesWith(path, [title, label, note, changed])).toEqual([]);
});
