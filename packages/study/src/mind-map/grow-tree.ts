import type { GroundedItem } from '../generation/item-kind.ts';
import type { Grounding } from '../grounding/grounding.ts';
import { labelKey } from './clean-label.ts';
import type { MindMapItem } from './mind-map-item.ts';
import { type DroppedNode, defaultLimits, type TreeLimits } from './read-tree.ts';

/** A node before it has an id. */
export interface NodeDraft {
  readonly label: string;
  readonly note?: string | undefined;
  readonly grounding?: Grounding | undefined;
  readonly children: readonly NodeDraft[];
}

interface Growing extends NodeDraft {
  readonly children: Growing[];
  above: Growing | undefined;
}

/**
 * The tree of nodes that name the one above them. Where that one was not taken, its children are lifted to where it would
 * have stood; nodes that stand below themselves are main branches.
 *
 * @param named every node that was written, taken or not, by the key of its label
 */
export function growTree(
  items: readonly GroundedItem<MindMapItem>[],
  named: ReadonlyMap<string, MindMapItem>,
  { depth = defaultLimits.depth, breadth = defaultLimits.breadth }: TreeLimits = {},
): { readonly children: readonly NodeDraft[]; readonly dropped: readonly DroppedNode[] } {
  const nodes = items.map(
    ({ item, grounding }): Growing => ({ label: item.label, grounding, children: [], above: undefined }),
  );
  const byKey = new Map<string, Growing>();
  for (const node of nodes) if (!byKey.has(labelKey(node.label))) byKey.set(labelKey(node.label), node);
  for (const [index, node] of nodes.entries()) {
    node.above = taken(labelKey((items[index] as (typeof items)[number]).item.parent), named, byKey);
    if (isBelow(node.above, node)) node.above = undefined;
  }
  const main: Growing[] = [];
  for (const node of nodes) (node.above?.children ?? main).push(node);
  const dropped: DroppedNode[] = [...named]
    .filter(([key]) => !byKey.has(key))
    .map(([, { label }]) => ({ label, reason: 'unsupported' }));
  prune(main, { depth, breadth }, dropped);
  return { children: main, dropped };
}

/** The nearest node that was taken, upwards from a label. */
function taken(
  key: string,
  named: ReadonlyMap<string, MindMapItem>,
  byKey: ReadonlyMap<string, Growing>,
): Growing | undefined {
  const seen = new Set<string>();
  for (let at = key; at !== '' && !seen.has(at); at = labelKey(named.get(at)?.parent ?? '')) {
    const found = byKey.get(at);
    if (found !== undefined) return found;
    seen.add(at);
  }
  return undefined;
}

function isBelow(start: Growing | undefined, node: Growing): boolean {
  for (let at = start; at !== undefined; at = at.above) if (at === node) return true;
  return false;
}

function prune(
  main: Growing[],
  limits: { readonly depth: number; readonly breadth: number },
  dropped: DroppedNode[],
): void {
  const levels = [{ siblings: main, depth: 1 }];
  for (let at = 0; at < levels.length; at++) {
    const { siblings, depth } = levels[at] as (typeof levels)[number];
    const keys = new Set<string>();
    const kept = siblings.filter(({ label }) => {
      const key = labelKey(label);
      const reason = reasonFor(depth > limits.depth, keys.has(key), keys.size >= limits.breadth);
      if (reason === undefined) keys.add(key);
      else dropped.push({ label, reason });
      return reason === undefined;
    });
    siblings.splice(0, siblings.length, ...kept);
    for (const { children } of kept) levels.push({ siblings: children, depth: depth + 1 });
  }
}

function reasonFor(isTooDeep: boolean, isDuplicate: boolean, isTooMany: boolean): DroppedNode['reason'] | undefined {
  if (isTooDeep) return 'too-deep';
  if (isDuplicate) return 'duplicate';
  return isTooMany ? 'too-many' : undefined;
}
