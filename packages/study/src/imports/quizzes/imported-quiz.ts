import type { QuizQuestion } from '../../quiz/quiz-question.ts';
import type { SkippedItem } from '../text/bad-file.ts';

/** What a file of questions held. All questions have the origin `import`. */
export interface ImportedQuiz {
  readonly title?: string | undefined;
  readonly questions: readonly QuizQuestion[];
  /** What was not taken, and why. */
  readonly skipped: readonly SkippedItem[];
}
