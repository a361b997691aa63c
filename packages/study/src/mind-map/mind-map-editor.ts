import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type RecordChange } from '@cubo/contracts';
import { notFound } from '../records/not-found.ts';
import type { StudyParts } from '../study-parts.ts';
import { longestLabel } from './clean-label.ts';
import type { MindMap } from './mind-map.ts';
import {
  groupByAbove,
  type MapContent,
  type MapRecord,
  type MindMapRecords,
  type NodeRecord,
} from './mind-map-records.ts';
import type { MindMaps } from './mind-maps.ts';
import { checkedNumber, checkedText, longestNote, mostLevels, mostNodes } from './node-text.ts';

/** Changes of maps, each one transaction that also writes the record of the map. */
export function createMindMapEditor(
  { cubo, clock }: Pick<StudyParts, 'cubo' | 'clock'>,
  records: MindMapRecords,
  get: (map: string) => MindMap,
): Pick<MindMaps, 'addNode' | 'changeNode' | 'moveNode' | 'deleteNode'> {
  const open = (id: string, revision: number | undefined) => {
    const map = records.maps.get(id);
    if (map === undefined || records.read(map) === undefined) throw notFound('mind map', id);
    const nodes = records.nodes.list({ parent: id });
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const find = (node: string) => {
      const found = byId.get(node);
      if (found?.content.quoted === undefined) throw notFound('node', node);
      return found;
    };
    const save = (changes: readonly RecordChange[], content: Partial<MapContent> = {}): MindMap => {
      cubo.records.change([mapChange(map, content, revision ?? map.revision), ...changes]);
      return get(id);
    };
    return { map, nodes, find, save, below: groupByAbove(nodes) };
  };

  function mapChange(map: MapRecord, content: Partial<MapContent>, revision: number): RecordChange {
    const stored = cubo.records.get('study.mind-map', map.id);
    const quotes = stored?.quotes ?? [];
    return records.maps.put(
      map.id,
      { ...map.content, ...content, updatedAt: clock.now() },
      { order: map.order, quotes, revision },
    );
  }

  /** Puts a node at its place among those beside it, which are counted anew. */
  function place(
    map: string,
    node: Pick<NodeRecord, 'id' | 'content'>,
    beside: readonly NodeRecord[],
    index = Infinity,
  ) {
    const others = beside.filter(({ id }) => id !== node.id);
    if (index !== Infinity) checkedNumber('The index of a node', index, 0, others.length);
    const order: Pick<NodeRecord, 'id' | 'content'>[] = [...others];
    order.splice(Math.min(index, others.length), 0, node);
    return order.map(({ id, content }, at) => records.putNode(map, id, content, at));
  }

  return {
    addNode(id, options) {
      assertKnownOptions('mindMaps.addNode()', options, {
        parent: true,
        index: true,
        label: true,
        note: true,
        revision: true,
      });
      const { nodes, find, save, below } = open(id, options.revision);
      const label = checkedText('label', options.label, longestLabel);
      const note = checkedText('note', options.note ?? '', longestNote);
      if (nodes.length >= mostNodes) throw badArgument(`The map has ${nodes.length} nodes.`, 'Begin another map.');
      const above = options.parent === undefined || options.parent === id ? undefined : find(options.parent);
      if (levelOf(above, find) + 1 > mostLevels) throw tooDeep();
      const content = {
        ...(above !== undefined && { above: above.id }),
        origin: 'user' as const,
        quoted: { label, ...(note !== '' && { note }) },
      };
      return save(place(id, { id: randomUUID(), content }, below.get(above?.id) ?? [], options.index));
    },
    changeNode(id, node, options) {
      assertKnownOptions('mindMaps.changeNode()', options, { label: true, note: true, revision: true });
      const { map, find, save } = open(id, options.revision);
      const label = options.label === undefined ? undefined : checkedText('label', options.label, longestLabel);
      const note = options.note === undefined ? undefined : checkedText('note', options.note, longestNote);
      const changed = <Text extends { readonly note?: string | undefined }>({ note: before, ...text }: Text) => {
        const now = note ?? before ?? '';
        return { ...text, ...(now !== '' && { note: now }) };
      };
      if (node === id) {
        const { title } = get(id);
        return save([], { quoted: { ...changed(map.content.quoted ?? { title }), title: label ?? title } });
      }
      const { content, order } = find(node);
      const text = changed(content.quoted as NonNullable<typeof content.quoted>);
      return save([records.putNode(id, node, { ...content, quoted: { ...text, label: label ?? text.label } }, order)]);
    },
    moveNode(id, node, options) {
      assertKnownOptions('mindMaps.moveNode()', options, { parent: true, index: true, revision: true });
      const { find, save, below } = open(id, options.revision);
      const { content } = find(node);
      const parent = options.parent ?? content.above ?? id;
      const above = parent === id ? undefined : find(parent);
      for (let at = above; at !== undefined; at = aboveOf(at, find)) {
        if (at.id === node) throw badArgument('A node cannot be below itself.', 'Pass another parent.');
      }
      if (levelOf(above, find) + heightOf(node, below) > mostLevels) throw tooDeep();
      const { above: _, ...rest } = content;
      const moved = { id: node, content: { ...rest, ...(above !== undefined && { above: above.id }) } };
      return save(place(id, moved, below.get(above?.id) ?? [], options.index));
    },
    deleteNode(id, node, options = {}) {
      assertKnownOptions('mindMaps.deleteNode()', options, { revision: true });
      const { find, save, below } = open(id, options.revision);
      if (node === id) throw badArgument('The root of a map cannot be deleted.', 'Delete the map.');
      const branch = [find(node)];
      for (let at = 0; at < branch.length; at++) branch.push(...(below.get(branch[at]?.id) ?? []));
      return save(branch.map((deleted) => records.nodes.delete(deleted.id)));
    },
  };
}

type Find = (node: string) => NodeRecord;

function aboveOf({ content: { above } }: NodeRecord, find: Find): NodeRecord | undefined {
  try {
    return above === undefined ? undefined : find(above);
  } catch {
    // The one above it was erased: it stands at the root, or higher.
    return undefined;
  }
}

/** 0 for the root, which is `undefined`. */
function levelOf(node: NodeRecord | undefined, find: Find): number {
  let level = 0;
  for (let at = node; at !== undefined; at = aboveOf(at, find)) level++;
  return level;
}

/** How many levels a branch has. */
function heightOf(node: string, below: ReadonlyMap<string | undefined, readonly NodeRecord[]>): number {
  let height = 0;
  for (let level = [node]; level.length > 0; height++) {
    level = level.flatMap((id) => (below.get(id) ?? []).map((child) => child.id));
  }
  return height;
}

function tooDeep() {
  return badArgument(`A map has at most ${mostLevels} levels.`, 'Put the node higher up.');
}
