import type { MindMapNode } from '../mind-map.ts';
import type { NodeBox } from './node-box.ts';

/**
 * How nodes are arranged: levels from left to right, from right to left, from top to bottom, or around the root.
 */
export type MindMapLayout = 'right' | 'left' | 'down' | 'radial';

/** A node at its place. */
export interface PlacedNode {
  readonly node: MindMapNode;
  /** 0 for the root. */
  readonly depth: number;
  /** Which main branch it belongs to, from 0; -1 for the root. */
  readonly branch: number;
  /** Index of the node above it; `undefined` for the root. */
  readonly parent?: number | undefined;
  readonly box: NodeBox;
  /** The middle of its box, in pixels from the upper left corner. */
  readonly x: number;
  readonly y: number;
}

/** A map in the plane. Boxes do not overlap. */
export interface MindMapPlan {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly layout: MindMapLayout;
  /** Each before those below it. */
  readonly nodes: readonly PlacedNode[];
}

/** The least space between two boxes, in pixels. */
export const gap = 12;
