import { type HierarchyNode, hierarchy } from 'd3-hierarchy';
import type { MindMapNode } from '../mind-map.ts';
import type { MindMapLayout, MindMapPlan } from './layout.ts';
import { type NodeBox, nodeBox } from './node-box.ts';
import { placeRadially } from './place-radially.ts';
import { placeTidily } from './place-tidily.ts';

/** Where the middle of a box is, from the middle of the root's. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Arranges a map, so that no box overlaps another one. Default: `right`. */
export function layOutMindMap(root: MindMapNode, layout: MindMapLayout = 'right'): MindMapPlan {
  const tree = hierarchy(root, ({ children }) => children);
  const boxes = new Map(tree.descendants().map((node) => [node, nodeBox(node.data.label, node.depth)]));
  const boxOf = (node: HierarchyNode<MindMapNode>) => boxes.get(node) as NodeBox;
  const points = layout === 'radial' ? placeRadially(tree, boxOf) : placeTidily(tree, boxOf, layout);
  const nodes: HierarchyNode<MindMapNode>[] = [];
  tree.eachBefore((node) => nodes.push(node));
  const bounds = nodes.map((node) => {
    const { x, y } = points.get(node) as Point;
    const { width, height } = boxOf(node);
    return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
  });
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
  const left = least(bounds.map((bound) => bound.left)) - margin;
  const top = least(bounds.map((bound) => bound.top)) - margin;
  const right = -least(bounds.map((bound) => -bound.right)) + margin;
  const bottom = -least(bounds.map((bound) => -bound.bottom)) + margin;
  const indexes = new Map(nodes.map((node, index) => [node, index]));
  const branches = branchesOf(tree);
  return {
    width: Math.ceil(right - left),
    height: Math.ceil(bottom - top),
    layout,
    nodes: nodes.map((node) => {
      const { x, y } = points.get(node) as Point;
      return {
        node: node.data,
        depth: node.depth,
        branch: branches.get(node) ?? -1,
        parent: node.parent ? indexes.get(node.parent) : undefined,
        box: boxOf(node),
        x: x - left,
        y: y - top,
      };
    }),
  };
}

const margin = 24;

function branchesOf(tree: HierarchyNode<MindMapNode>): Map<HierarchyNode<MindMapNode>, number> {
  const branches = new Map<HierarchyNode<MindMapNode>, number>();
  tree.children?.forEach((child, branch) => {
    child.each((node) => {
      branches.set(node, branch);
    });
  });
  return branches;
}
