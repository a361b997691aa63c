import { assertKnownOptions, badArgument } from '@cubo/contracts';
import { checkGrounding } from '../grounding/check-grounding.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import { openStudyLog } from '../progress/study-log.ts';
import { notFound } from '../records/not-found.ts';
import type { StudyParts } from '../study-parts.ts';
import { longestLabel } from './clean-label.ts';
import { draftMindMap } from './draft-mind-map.ts';
import { exportMindMap } from './export/export-mind-map.ts';
import type { MindMap } from './mind-map.ts';
import { createMindMapEditor } from './mind-map-editor.ts';
import { openMindMapRecords } from './mind-map-records.ts';
import type { MindMaps } from './mind-maps.ts';
import { checkedText, mostLevels, mostNodes } from './node-text.ts';
import { readTree } from './read-tree.ts';
import { storeMindMap } from './store-mind-map.ts';
import { nodesOf } from './walk-tree.ts';

/** The mind maps of a library. */
export function createMindMaps(parts: StudyParts): MindMaps {
  const records = openMindMapRecords(parts);
  const log = openStudyLog(parts);
  const get = (id: string): MindMap => {
    const record = records.maps.get(id);
    const map = record && records.read(record);
    if (map === undefined) throw notFound('mind map', id);
    return map;
  };
  const store = (draft: Parameters<typeof storeMindMap>[1]) => get(storeMindMap({ parts, records, log }, draft));
  return {
    async generate(options = {}) {
      assertKnownOptions('mindMaps.generate()', options, {
        scope: true,
        depth: true,
        breadth: true,
        title: true,
        signal: true,
      });
      const { draft, dropped, refused } = await draftMindMap(parts, options);
      return { map: store(draft), dropped, refused };
    },
    create(options) {
      assertKnownOptions('mindMaps.create()', options, { title: true, children: true });
      const title = checkedText('title', options?.title, longestLabel);
      const children = options?.children ?? [];
      if (!Array.isArray(children))
        throw badArgument('The children of a mind map are no list.', 'Pass a list of nodes.');
      const { root, dropped } = readTree(
        { label: title, children },
        { depth: mostLevels, breadth: mostNodes, nodes: mostNodes, labelLength: longestLabel },
      );
      return { map: store({ title, titleSources: [], children: root?.children ?? [], origin: 'user' }), dropped };
    },
    list: () =>
      records.maps.list({ descending: true }).flatMap((record) => {
        const map = records.read(record);
        if (map === undefined) return [];
        const { id, title, root, createdAt, updatedAt } = map;
        return [{ id, title, nodes: nodesOf(root).length - 1, createdAt, updatedAt }];
      }),
    get,
    ...createMindMapEditor(parts, records, get),
    delete(map) {
      const exists = records.maps.get(map) !== undefined;
      if (exists) parts.cubo.records.change(records.deleteAll(map));
      return exists;
    },
    async checkGrounding(id, options = {}) {
      assertKnownOptions('mindMaps.checkGrounding()', options, { signal: true });
      const grounded = nodesOf(get(id).root).flatMap(({ node: { id: node, grounding } }) =>
        grounding === undefined ? [] : [{ node, grounding }],
      );
      const groundings = grounded.map(({ grounding }) => grounding);
      const states = await checkGrounding(parts.cubo, groundings, options);
      return new Map(grounded.map(({ node }, i) => [node, states[i] as GroundingState]));
    },
    export(id, options) {
      const text = exportMindMap(get(id), options);
      parts.cubo.records.change([log.entry({ type: 'mind-map-exported', map: id }).change]);
      return text;
    },
  };
}
