import { type HierarchyNode, type HierarchyPointNode, tree as tidyTree } from 'd3-hierarchy';
import type { MindMapNode } from '../mind-map.ts';
import { createBoxField } from './box-field.ts';
import type { Point } from './lay-out-mind-map.ts';
import type { NodeBox } from './node-box.ts';

type Node = HierarchyNode<MindMapNode>;

/**
 * Around the root, from twelve o'clock on and clockwise: each level on an ellipse that is just large enough for its boxes to
 * touch neither each other nor those of the ellipses within.
 */
export function placeRadially(tree: Node, boxOf: (node: Node) => NodeBox): Map<Node, Point> {
  tidyTree<MindMapNode>()
    .size([2 * Math.PI, 1])
    .separation((a, b) => ((a.parent === b.parent ? 1 : 1.6) * (sizeOf(boxOf(a)) + sizeOf(boxOf(b)))) / a.depth)(tree);
  const field = createBoxField();
  const points = new Map<Node, Point>([[tree, { x: 0, y: 0 }]]);
  field.add([{ ...boxOf(tree), x: 0, y: 0 }]);
  let radius = 0;
  for (const level of levelsOf(tree).slice(1)) {
    radius += leastStep;
    for (;;) {
      const placed = level.map((node) => {
        const angle = (node as HierarchyPointNode<MindMapNode>).x - Math.PI / 2;
        return { ...boxOf(node), x: radius * stretch * Math.cos(angle), y: radius * Math.sin(angle) };
      });
      if (field.add(placed)) {
        for (const [index, node] of level.entries()) points.set(node, placed[index] as Point);
        break;
      }
      radius = radius * 1.04 + 4;
    }
  }
  return points;
}

/** Between two ellipses, above and below the root, in pixels. */
const leastStep = 70;

/** How much wider than high an ellipse is: boxes are wide and flat. */
const stretch = 1.5;

/** What a box needs of a circle: flat as boxes are, less at its sides than above and below; the mean is near enough. */
const sizeOf = ({ width, height }: NodeBox): number => width / 2 + height;

function levelsOf(tree: Node): Node[][] {
  const levels: Node[][] = [];
  tree.each((node) => {
    levels[node.depth] ??= [];
    levels[node.depth]?.push(node);
  });
  return levels;
}
