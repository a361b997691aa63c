import type { JsonSchema } from '@cubo/contracts';
import type { Grounding } from '../grounding/grounding.ts';
import type { StudyPromptName } from '../prompts/study-prompts.ts';

/** Items of one kind that a language model writes: questions of a quiz, flashcards, nodes of a map. */
export interface ItemKind<Item> {
  /** Name of the prompt that asks for them. */
  readonly prompt: StudyPromptName;
  /** Under which property a model lists them: `questions`. No property within an item may be called so. */
  readonly list: string;
  /** Of one item, an object or `anyOf` several, without `source` and `quote`, which every item must have. */
  readonly schema: JsonSchema;
  /** The item that a model meant, or `undefined` for none; never throws, whatever it is given. */
  validate(value: Readonly<Record<string, unknown>>): Item | undefined;
  /** Items with the same key are the same, and only the first is kept. */
  key(item: Item): string;
  /** How a model is told of an item that is there already. Default: its key. */
  label?(item: Item): string;
  /** What the quote must support: the right answer. Several words need not all occur; numbers and names must. */
  claim(item: Item): string;
}

/** An item that stands on words of a document. */
export interface GroundedItem<Item> {
  readonly item: Item;
  readonly grounding: Grounding;
  /** Heading that the words stand under, the innermost one; or else the title of the document. */
  readonly topic?: string | undefined;
}
