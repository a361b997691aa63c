import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';

/** A node of a mind map, with those below it. */
export interface MindMapNode {
  /** Unique within its map. */
  readonly id: string;
  readonly label: string;
  readonly note?: string | undefined;
  readonly origin: Origin;
  readonly grounding?: Grounding | undefined;
  readonly children: readonly MindMapNode[];
}

/** A mind map. */
export interface MindMap {
  readonly id: string;
  readonly title: string;
  readonly root: MindMapNode;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
