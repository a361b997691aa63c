import { randomUUID } from 'node:crypto';
import type { RecordChange } from '@cubo/contracts';
import type { Origin } from '../origin.ts';
import type { StudyLog } from '../progress/study-log.ts';
import type { StudyParts } from '../study-parts.ts';
import type { NodeDraft } from './grow-tree.ts';
import type { MindMapRecords } from './mind-map-records.ts';

/** A map before it is stored. */
export interface MindMapDraft {
  readonly title: string;
  /** URIs of the documents that the title was taken from. */
  readonly titleSources: readonly string[];
  readonly origin: Origin;
  readonly children: readonly NodeDraft[];
}

/** Stores a map with all its nodes, and tells the log of it. Gives its id. */
export function storeMindMap(
  { parts, records, log }: { readonly parts: StudyParts; readonly records: MindMapRecords; readonly log: StudyLog },
  { title, titleSources, origin, children }: MindMapDraft,
): string {
  const id = randomUUID();
  const now = parts.clock.now();
  const changes: RecordChange[] = [
    records.maps.put(
      id,
      { origin, createdAt: now, updatedAt: now, quoted: { title } },
      { order: now, quotes: titleSources, revision: 0 },
    ),
  ];
  const levels: { readonly above?: string; readonly nodes: readonly NodeDraft[] }[] = [{ nodes: children }];
  for (let at = 0; at < levels.length; at++) {
    const { above, nodes } = levels[at] as (typeof levels)[number];
    for (const [order, { label, note, grounding, children: below }] of nodes.entries()) {
      const node = randomUUID();
      const quoted = { label, ...(note !== undefined && { note }), ...(grounding !== undefined && { grounding }) };
      changes.push(records.putNode(id, node, { ...(above !== undefined && { above }), origin, quoted }, order));
      levels.push({ above: node, nodes: below });
    }
  }
  parts.cubo.records.change([...changes, log.entry({ type: 'mind-map-created', map: id }).change]);
  return id;
}
