import type { ItemKind } from '../../src/generation/item-kind.ts';

/** The simplest of items. */
export interface Card {
  readonly front: string;
  readonly back: string;
}

/** Cards as a model writes them. */
export const cards: ItemKind<Card> = {
  prompt: 'flashcards',
  list: 'cards',
  schema: {
    type: 'object',
    properties: { front: { type: 'string' }, back: { type: 'string' } },
    required: ['front', 'back'],
  },
  validate: ({ front, back }) => (typeof front === 'string' && typeof back === 'string' ? { front, back } : undefined),
  key: ({ front }) => front.toLowerCase(),
  claim: ({ back }) => back,
};

/** Variables of their prompt. */
export const cardVariables = { kinds: 'basic', difficulty: 'easy', example: '{}' };
