/**
 * How an item was made: by a language model, by rules from the words of a document, by the user, or by another program
 * whose export was read.
 */
export type Origin = 'model' | 'rules' | 'user' | 'import';

/** All origins. */
export const origins: readonly Origin[] = ['model', 'rules', 'user', 'import'];
