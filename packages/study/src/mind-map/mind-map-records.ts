import type { RecordChange } from '@cubo/contracts';
import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';
import { type CollectionRecord, openCollection } from '../records/collection.ts';
import type { StudyParts } from '../study-parts.ts';
import type { MindMap, MindMapNode } from './mind-map.ts';

/** The record of a map. It is written anew with each change of a node, so that its revision is that of the whole. */
export interface MapContent {
  readonly origin: Origin;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Gone where the title came from a document that was erased. */
  readonly quoted?: { readonly title: string; readonly note?: string | undefined } | undefined;
}

/** The record of a node, whose parent is its map; each is a record of its own, so that it goes with its own document. */
export interface NodeContent {
  /** Id of the node above it; not there for a main branch. */
  readonly above?: string | undefined;
  readonly origin: Origin;
  readonly quoted?: NodeText | undefined;
}

/** What a node says. */
export interface NodeText {
  readonly label: string;
  readonly note?: string | undefined;
  readonly grounding?: Grounding | undefined;
}

export type MapRecord = CollectionRecord<MapContent>;
export type NodeRecord = CollectionRecord<NodeContent>;

/** Maps and nodes of a library. */
export interface MindMapRecords {
  readonly maps: ReturnType<typeof openCollection<MapContent>>;
  readonly nodes: ReturnType<typeof openCollection<NodeContent>>;
  /** `undefined` where nothing is left to show. */
  read(record: MapRecord): MindMap | undefined;
  putNode(map: string, id: string, content: NodeContent, order: number): RecordChange;
  deleteAll(map: string): RecordChange[];
}

/** Opens the records of maps. */
export function openMindMapRecords({ cubo }: Pick<StudyParts, 'cubo'>): MindMapRecords {
  const maps = openCollection<MapContent>(cubo.records, 'study.mind-map');
  const nodes = openCollection<NodeContent>(cubo.records, 'study.mind-map-node');
  return {
    maps,
    nodes,
    read: (record) => toMindMap(record, nodes.list({ parent: record.id })),
    putNode: (map, id, content, order) => {
      const source = content.quoted?.grounding?.source;
      return nodes.put(id, content, { parent: map, order, ...(source !== undefined && { quotes: [source] }) });
    },
    deleteAll: (map) => [nodes.clear(map), maps.delete(map)],
  };
}

function toMindMap(record: MapRecord, records: readonly NodeRecord[]): MindMap | undefined {
  const below = groupByAbove(records);
  const grow = (above: string | undefined): MindMapNode[] => {
    // What stood below an erased node stands in its place.
    const shown: MindMapNode[] = [];
    const waiting = (below.get(above) ?? []).toReversed();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { id, content } = next;
      if (content.quoted === undefined) waiting.push(...(below.get(id) ?? []).toReversed());
      else shown.push({ id, origin: content.origin, ...content.quoted, children: grow(id) });
    }
    return shown;
  };
  const children = grow(undefined);
  const { origin, quoted, createdAt, updatedAt } = record.content;
  const title =
    quoted?.title ??
    children
      .map(({ label }) => label)
      .slice(0, 3)
      .join(', ');
  if (title === '') return undefined;
  const note = quoted?.note;
  const root = { id: record.id, label: title, ...(note !== undefined && { note }), origin, children };
  return { id: record.id, title, root, revision: record.revision, createdAt, updatedAt };
}

/** Nodes by the one above them, which is the root where that one is not there. */
export function groupByAbove(records: readonly NodeRecord[]): Map<string | undefined, NodeRecord[]> {
  const ids = new Set(records.map(({ id }) => id));
  const below = new Map<string | undefined, NodeRecord[]>();
  for (const record of records) {
    const { above } = record.content;
    const key = above !== undefined && ids.has(above) ? above : undefined;
    const siblings = below.get(key);
    if (siblings === undefined) below.set(key, [record]);
    else siblings.push(record);
  }
  return below;
}
