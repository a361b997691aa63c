import { type CoverageReport, measureCoverage } from '../coverage/measure-coverage.ts';
import { checkGrounding } from '../grounding/check-grounding.ts';
import type { GroundingState } from '../grounding/grounding.ts';
import type { StudyParts } from '../study-parts.ts';
import type { CheckedQuestion, Quiz } from './quiz.ts';
import type { QuizRecords } from './quiz-records.ts';

/**
 * A quiz with its questions, and of each whether its words still stand in the document.
 *
 * @throws CuboError `CUBO_STUDY_NOT_FOUND`
 */
export async function readQuiz({ cubo }: StudyParts, records: QuizRecords, id: string): Promise<Quiz> {
  const record = records.quiz(id);
  const questions = records.questionsOf(id);
  const grounded = questions.flatMap(({ id: question, grounding }) =>
    grounding === undefined ? [] : [{ question, grounding }],
  );
  const found = await checkGrounding(
    cubo,
    grounded.map(({ grounding }) => grounding),
  );
  const states = new Map(grounded.map(({ question }, i): [string, GroundingState | undefined] => [question, found[i]]));
  const checked = questions.map((question): CheckedQuestion => {
    const state = states.get(question.id);
    return state === undefined ? question : { ...question, state };
  });
  const { scope } = record.content.quoted ?? {};
  return { ...records.line(record), ...(scope !== undefined && { scope }), questions: checked };
}

/** How much of its documents a quiz asks about. */
export async function quizCoverage(parts: StudyParts, records: QuizRecords, id: string): Promise<CoverageReport> {
  const { content } = records.quiz(id);
  const groundings = records.questionsOf(id).flatMap(({ grounding }) => grounding ?? []);
  const isOfDocuments = groundings.length > 0 || content.quoted !== undefined;
  if (!isOfDocuments) return { passages: 0, used: 0, share: 0, documents: [] };
  const own = { sources: [...new Set(groundings.map(({ source }) => source))] };
  const isAboutAll = content.quoted !== undefined && content.quoted.scope === undefined;
  const scope = isAboutAll ? undefined : (content.quoted?.scope ?? own);
  return measureCoverage(parts, { used: groundings.map(({ chunk }) => chunk), scope });
}
