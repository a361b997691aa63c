import type { StudyPassage } from '../coverage/study-passage.ts';
import type { FlashcardKind, FlashcardText } from '../flashcards/flashcard.ts';
import type { GroundedItem } from '../generation/item-kind.ts';
import type { StudyParts } from '../study-parts.ts';
import { answerOf, inOrderOfWorth, withGap } from './choose-facts.ts';
import { type Fact, factsOf } from './facts.ts';

/** Options of {@link cardsByRules}. */
export interface CardsByRulesOptions {
  readonly passages: readonly StudyPassage[];
  readonly count: number;
  /** Default: basic ones and cloze ones. */
  readonly kinds?: readonly FlashcardKind[] | undefined;
  /** Told of each card; `false` leaves it out, such as one that is there already. */
  readonly accept?: ((card: FlashcardText) => boolean) | undefined;
}

/** Cards made of definitions, of headings that ask, and of sentences with terms and numbers, without a language model. */
export function cardsByRules(
  { cubo }: Pick<StudyParts, 'cubo'>,
  { passages, count, kinds = ['basic', 'cloze'], accept = () => true }: CardsByRulesOptions,
): GroundedItem<FlashcardText>[] {
  const cards: GroundedItem<FlashcardText>[] = [];
  for (const fact of inOrderOfWorth(factsOf(passages, cubo.analyzer))) {
    if (cards.length >= count) break;
    const item = cardOf(fact, kinds);
    if (item !== undefined && accept(item)) cards.push({ item, grounding: fact.grounding, topic: fact.topic });
  }
  return cards;
}

function cardOf(fact: Fact, kinds: readonly FlashcardKind[]): FlashcardText | undefined {
  switch (fact.kind) {
    case 'definition': {
      const kind = kinds.includes('reversed') ? 'reversed' : 'basic';
      return kinds.includes(kind) ? { kind, front: fact.term, back: fact.definition } : undefined;
    }
    case 'answer':
      return kinds.includes('basic') ? { kind: 'basic', front: fact.question, back: fact.answer } : undefined;
    default:
      return kinds.includes('cloze') ? { kind: 'cloze', text: withGap(fact, `{{c1::${answerOf(fact)}}}`) } : undefined;
  }
}
