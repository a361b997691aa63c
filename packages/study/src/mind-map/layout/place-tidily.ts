import { type HierarchyNode, type HierarchyPointNode, tree as tidyTree } from 'd3-hierarchy';
import type { MindMapNode } from '../mind-map.ts';
import type { Point } from './lay-out-mind-map.ts';
import { gap } from './layout.ts';
import type { NodeBox } from './node-box.ts';

type Node = HierarchyNode<MindMapNode>;

/**
 * A tidy tree by Reingold and Tilford: each level has a column (or a row) that is as wide as its widest box, and nodes of
 * a level stand as far apart as their boxes need.
 */
export function placeTidily(
  tree: Node,
  boxOf: (node: Node) => NodeBox,
  layout: 'right' | 'left' | 'down',
): Map<Node, Point> {
  const across = (node: Node) => (layout === 'down' ? boxOf(node).width : boxOf(node).height);
  const along = (node: Node) => (layout === 'down' ? boxOf(node).height : boxOf(node).width);
  tidyTree<MindMapNode>()
    .nodeSize([1, 1])
    .separation((a, b) => (across(a) + across(b)) / 2 + (a.parent === b.parent ? gap : 2 * gap))(tree);
  const widest: number[] = [];
  tree.each((node) => {
    widest[node.depth] = Math.max(widest[node.depth] ?? 0, along(node));
  });
  const starts: number[] = [0];
  for (const [depth, size] of widest.entries()) starts.push((starts[depth] as number) + size + betweenLevels);
  const points = new Map<Node, Point>();
  tree.each((node) => {
    const { x } = node as HierarchyPointNode<MindMapNode>;
    // Boxes of a column begin at one line; those of a row have their middles on one.
    const start = starts[node.depth] as number;
    const at = layout === 'down' ? start + (widest[node.depth] as number) / 2 : start + along(node) / 2;
    if (layout === 'down') points.set(node, { x, y: at });
    else points.set(node, { x: layout === 'left' ? -at : at, y: x });
  });
  return points;
}

/** Room for the edges, in pixels. */
const betweenLevels = 44;
