import type { StudyPassage } from '../coverage/study-passage.ts';
import type { GroundedItem } from '../generation/item-kind.ts';
import { blank } from '../quiz/blank.ts';
import { shuffled } from '../quiz/order-options.ts';
import type { QuestionDraft } from '../quiz/question-draft.ts';
import type { QuestionKind } from '../quiz/quiz-question.ts';
import type { StudyParts } from '../study-parts.ts';
import { answerOf, inOrderOfWorth, withGap, withoutTerm } from './choose-facts.ts';
import { otherNumbers, otherTerms } from './distractors.ts';
import { type Fact, factsOf, wordsOf } from './facts.ts';
import { phrasesOf } from './phrases.ts';
import { plainText } from './statements.ts';

/** Options of {@link questionsByRules}. */
export interface QuestionsByRulesOptions {
  readonly passages: readonly StudyPassage[];
  readonly count: number;
  /** Default: all but multi-select, which needs a language model. */
  readonly kinds?: readonly QuestionKind[] | undefined;
  /** Told of each question; `false` leaves it out, such as one that is there already. */
  readonly accept?: ((question: QuestionDraft) => boolean) | undefined;
}

const distractors = 3;

/**
 * Questions made of definitions, of headings that ask, and of sentences with terms and numbers, without a language model.
 * Wrong options are terms, or numbers of the same unit, of the same document; where it has too few, none is made up.
 */
export function questionsByRules(
  { cubo, random }: Pick<StudyParts, 'cubo' | 'random'>,
  { passages, count, kinds, accept = () => true }: QuestionsByRulesOptions,
): GroundedItem<QuestionDraft>[] {
  const facts = factsOf(passages, cubo.analyzer);
  const questions: GroundedItem<QuestionDraft>[] = [];
  const used = new Map<QuestionKind, number>();
  for (const fact of inOrderOfWorth(facts)) {
    if (questions.length >= count) break;
    const possible = draftsOf(fact, facts, random).filter(({ kind }) => kinds === undefined || kinds.includes(kind));
    // A quiz has something of everything.
    const item = possible
      .toSorted((one, other) => (used.get(one.kind) ?? 0) - (used.get(other.kind) ?? 0))
      .find(accept);
    if (item === undefined) continue;
    used.set(item.kind, (used.get(item.kind) ?? 0) + 1);
    questions.push({ item, grounding: fact.grounding, topic: fact.topic });
  }
  return questions;
}

function draftsOf(fact: Fact, facts: readonly Fact[], random: () => number): QuestionDraft[] {
  const phrases = phrasesOf(fact.language);
  switch (fact.kind) {
    case 'definition': {
      const { term, definition } = fact;
      const meant = withoutTerm(definition, term);
      return [
        ...choice(phrases.termOf(meant), term, otherTerms(fact, facts), random),
        ...definitionWithGap(fact),
        { kind: 'short-answer', question: phrases.meaning(term), answer: definition, keyPoints: [definition] },
      ];
    }
    case 'answer':
      return [{ kind: 'short-answer', question: fact.question, answer: fact.answer, keyPoints: [fact.answer] }];
    case 'term': {
      const text = withGap(fact, blank);
      return [
        { kind: 'cloze', question: phrases.missing, text, blanks: [[answerOf(fact)]] },
        ...choice(phrases.missingWord(text), fact.term, otherTerms(fact, facts), random),
      ];
    }
    case 'number': {
      const text = withGap(fact, blank);
      const others = otherNumbers(fact, facts);
      return [
        { kind: 'numeric', question: phrases.missingNumber(text), value: fact.number.value, tolerance: 0 },
        { kind: 'cloze', question: phrases.missing, text, blanks: [[answerOf(fact)]] },
        ...choice(phrases.missingNumber(text), fact.number.text, others, random),
        ...trueOrFalse(fact, others, random),
      ];
    }
  }
}

/** The words that define a term, with a gap in its place: a document may define too few to choose among. */
function definitionWithGap({ term, grounding, language }: Extract<Fact, { kind: 'definition' }>): QuestionDraft[] {
  const said = plainText(grounding.quote);
  const [first = '', second = '', ...others] = said.split(wordsOf(term));
  if (others.length > 0 || first.length + second.length === said.length) return [];
  const text = `${first}${blank}${second}`;
  return [{ kind: 'cloze', question: phrasesOf(language).missing, text, blanks: [[term]] }];
}

function choice(question: string, right: string, wrong: readonly string[], random: () => number): QuestionDraft[] {
  if (wrong.length < distractors) return [];
  const options = shuffled([right, ...shuffled(wrong, random).slice(0, distractors)], random);
  return [{ kind: 'multiple-choice', question, options, correct: options.indexOf(right) }];
}

/** A sentence with its number or with another one. */
function trueOrFalse(
  fact: Extract<Fact, { kind: 'number' }>,
  others: readonly string[],
  random: () => number,
): QuestionDraft[] {
  const [other] = shuffled(others, random);
  if (other === undefined) return [];
  const correct = random() < 0.5;
  const question = correct ? fact.text : withGap(fact, other);
  return [{ kind: 'true-false', question, correct, explanation: fact.text }];
}
