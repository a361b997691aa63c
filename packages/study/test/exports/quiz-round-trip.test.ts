import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportedQuiz } from '../../src/exports/quizzes/exported-quiz.ts';
import { quizToCsv } from '../../src/exports/quizzes/quiz-to-csv.ts';
import { quizToGift } from '../../src/exports/quizzes/quiz-to-gift.ts';
import { quizToJson } from '../../src/exports/quizzes/quiz-to-json.ts';
import { quizToMoodleXml } from '../../src/exports/quizzes/quiz-to-moodle-xml.ts';
import { quizToQti } from '../../src/exports/quizzes/quiz-to-qti.ts';
import type { ImportedQuiz } from '../../src/imports/quizzes/imported-quiz.ts';
import { quizFromCsv } from '../../src/imports/quizzes/quiz-from-csv.ts';
import { quizFromGift } from '../../src/imports/quizzes/quiz-from-gift.ts';
import { quizFromJson } from '../../src/imports/quizzes/quiz-from-json.ts';
import { quizFromMoodleXml } from '../../src/imports/quizzes/quiz-from-moodle-xml.ts';
import { quizFromQti } from '../../src/imports/quizzes/quiz-from-qti.ts';
import { checkQuestion } from '../../src/quiz/check-question.ts';
import { quizzes } from './quiz-arbitrary.ts';

const formats: Record<string, { trip: (quiz: ExportedQuiz) => ImportedQuiz; title?: boolean }> = {
  GIFT: { trip: (quiz) => quizFromGift(quizToGift(quiz)) },
  'Moodle XML': { trip: (quiz) => quizFromMoodleXml(quizToMoodleXml(quiz)) },
  QTI: { trip: (quiz) => quizFromQti(quizToQti(quiz)), title: true },
  CSV: { trip: (quiz) => quizFromCsv(quizToCsv(quiz)) },
  JSON: { trip: (quiz) => quizFromJson(quizToJson(quiz)), title: true },
};

for (const [name, { trip, title }] of Object.entries(formats)) {
  test(`a quiz that was exported as ${name} comes back as it was`, () => {
    fc.assert(
      fc.property(quizzes, (quiz) => {
        const read = trip(quiz);
        expect(read.skipped).toEqual([]);
        expect(read.questions).toEqual(quiz.questions);
        // And can be made a quiz of again.
        expect(() => read.questions.map(checkQuestion)).not.toThrow();
        if (title === true) expect(read.title).toBe(quiz.title);
      }),
      { numRuns: 200, seed: 8 },
    );
  });
}
