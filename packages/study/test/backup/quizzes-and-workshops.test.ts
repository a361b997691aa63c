import { expect, test } from 'vitest';
import { filesWith, marker } from '../../../core/test/files-with.ts';
import { createStudy } from '../../src/create-study.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
};

async function open() {
  const { cubo, parts } = await openStudyParts({ files });
  const { clock, random, timeZone } = parts;
  return { cubo, study: createStudy({ cubo, clock, random, timeZone }) };
}

test('quizzes with their attempts and workshops with their lessons come back from a backup as they were', async () => {
  const { study } = await open();
  const { quiz } = await study.quizzes.generate({ count: 2 });
  const attempt = await study.quizzes.start(quiz.id, { mode: 'exam', shuffle: true });
  await study.quizzes.finish(attempt.id);
  const workshop = await study.workshops.generate({ lessons: 2 });
  const lesson = workshop.lessons[0]?.id as string;
  await study.workshops.lesson(lesson);
  await study.workshops.complete(lesson);
  const seen = async () => ({
    quiz: await study.quizzes.get(quiz.id),
    results: await study.quizzes.results(quiz.id),
    attempt: await study.quizzes.attempt(attempt.id),
    workshop: await study.workshops.get(workshop.id),
    progress: study.progress.summary(),
  });
  const before = await seen();
  expect(before.workshop.lessons[0]?.text?.markdown).toContain('Notice');
  expect(before.attempt.questions).toHaveLength(2);
  const backup = JSON.stringify(study.backup());
  study.quizzes.delete(quiz.id);
  study.workshops.delete(workshop.id);
  await expect(seen()).rejects.toMatchObject({ code: 'CUBO_STUDY_NOT_FOUND' });
  study.restore(backup, { mode: 'merge' });
  expect(await seen()).toEqual(before);
});

test('of quizzes and workshops that were deleted no byte is left in the files of the library after a compaction', async () => {
  const { cubo, study } = await open();
  const [title, question, right, typed, edited] = [marker(), marker(), marker(), marker(), marker()];
  const quiz = await study.quizzes.create({
    title,
    questions: [{ kind: 'cloze', question, text: 'It is ____.', blanks: [[right]] }],
  });
  const attempt = await study.quizzes.start(quiz.id);
  await study.quizzes.answer(attempt.id, quiz.questions[0]?.id as string, typed);
  const workshop = await study.workshops.generate({ lessons: 1 });
  await study.workshops.edit(workshop.lessons[0]?.id as string, `# ${edited}`);
  const marks = [title, question, right, typed, edited];
  for (const mark of marks) expect(await filesWith(cubo.path, [mark]), mark).not.toEqual([]);
  study.quizzes.delete(quiz.id);
  study.workshops.delete(workshop.id);
  await cubo.compact();
  expect(await filesWith(cubo.path, marks)).toEqual([]);
});
