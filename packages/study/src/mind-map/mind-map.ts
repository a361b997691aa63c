import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';

/** A node of a mind map, with those below it. */
export interface MindMapNode {
  /** Unique within its map. That of the root is the id of the map. */
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly origin: Origin;
  /** Where its label stands. Without for what the user or another program has made, and for the root. */
  readonly grounding?: Grounding | undefined;
  readonly children: readonly MindMapNode[];
}

/** A mind map. */
export interface MindMap {
  readonly id: string;
  /** The label of its root. */
  readonly title: string;
  readonly root: MindMapNode;
  /** Grows with every change of the map or of a node. */
  readonly revision: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
