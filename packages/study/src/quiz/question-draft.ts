import type { QuizQuestion } from './quiz-question.ts';

type Drafted = 'id' | 'origin' | 'grounding' | 'topic';
type DraftOf<Question> = Question extends unknown ? Omit<Question, Drafted> : never;

/** A question as it was written, before it has a place in a quiz. */
export type QuestionDraft = DraftOf<QuizQuestion>;

/** A question of one kind, before it has a place in a quiz. */
export type DraftOfKind<Kind extends QuestionDraft['kind']> = Extract<QuestionDraft, { readonly kind: Kind }>;
