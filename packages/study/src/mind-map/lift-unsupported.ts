import type { Grounding } from '../grounding/grounding.ts';
import { labelKey } from './clean-label.ts';
import { type DroppedNode, defaultLimits, type TreeLimits, type TreeNode } from './read-tree.ts';

/** A node of a tree with what it rests on; the root need not rest on anything. */
export interface GroundedNode {
  readonly label: string;
  readonly note?: string | undefined;
  readonly grounding?: Grounding | undefined;
  readonly children: readonly GroundedNode[];
}

/**
 * Takes out the nodes that no passage supports. What is below such a node and is supported itself is lifted to where it
 * stood; one without children is dropped. Duplicates and too many that come of lifting are dropped.
 */
export function liftUnsupported(
  root: TreeNode,
  ground: (node: TreeNode) => Grounding | undefined,
  { breadth = defaultLimits.breadth }: Pick<TreeLimits, 'breadth'> = {},
): { readonly root: GroundedNode; readonly dropped: readonly DroppedNode[] } {
  const dropped: DroppedNode[] = [];
  /** What each node became: itself, or its children. */
  const became = new Map<TreeNode, readonly GroundedNode[]>();
  for (const node of childrenFirst(root)) {
    const grown = node.children.flatMap((child) => became.get(child) ?? []);
    const grounding = node === root ? undefined : ground(node);
    if (node !== root && grounding === undefined) {
      dropped.push({ label: node.label, reason: 'unsupported' });
      became.set(node, grown);
      continue;
    }
    const keys = new Set<string>();
    const children = grown.filter(({ label }) => {
      const isNew = !keys.has(labelKey(label));
      if (isNew && keys.size < breadth) {
        keys.add(labelKey(label));
        return true;
      }
      dropped.push({ label, reason: isNew ? 'too-many' : 'duplicate' });
      return false;
    });
    const { label, note } = node;
    became.set(node, [{ label, ...(note !== undefined && { note }), ...(grounding && { grounding }), children }]);
  }
  return { root: became.get(root)?.[0] as GroundedNode, dropped };
}

function childrenFirst(root: TreeNode): TreeNode[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length; at++) nodes.push(...(nodes[at] as TreeNode).children);
  return nodes.reverse();
}
