import type { AwaitableSteps } from '@cubo/core';
import type { DropReason } from './ground-candidate.ts';
import type { GroundedItem } from './item-kind.ts';

/** What came of a generation. */
export interface GenerationReport<Item> {
  readonly type: 'done';
  /** All items, in the order in which they came. */
  readonly items: readonly GroundedItem<Item>[];
  /** How many items were not taken, by why. */
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** How often the generator was asked. */
  readonly requests: number;
  /** How many items are missing. */
  readonly shortfall: number;
  /** Ids of the chunks that items rest on, ascending. */
  readonly chunks: readonly number[];
  /** Version of the prompts. */
  readonly prompts: string;
}

/** A step of a generation: an item, as soon as it is complete and found to be sound; at last, the report. */
export type GenerationStep<Item> = ({ readonly type: 'item' } & GroundedItem<Item>) | GenerationReport<Item>;

/** Items as they come; awaited, the report. */
export type GenerationStream<Item> = AwaitableSteps<GenerationStep<Item>, GenerationReport<Item>>;
