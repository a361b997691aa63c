import type { GenerationRequest } from '@cubo/contracts';
import { type Script, scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { openStudyLog } from '../../src/progress/study-log.ts';
import { createQuizzes } from '../../src/quiz/create-quizzes.ts';
import { createWorkshops } from '../../src/workshop/create-workshops.ts';
import type { LessonStep } from '../../src/workshop/workshops.ts';
import { openStudyParts, writeFiles } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month. It is due on the third working day.\n',
};

const outline = JSON.stringify({
  title: 'Leases',
  summary: 'What a lease says.',
  keyPoints: ['Notice', 'Rent'],
  objectives: ['Give notice in time'],
  lessons: [
    { title: 'Notice', objectives: ['Tell when'], minutes: 5, sources: [1] },
    { title: 'Rent', objectives: ['Tell how much'], minutes: 99, sources: [2] },
  ],
});

const filling =
  'A lease is a contract, and whoever signs it should know what it says before anything else is done. '.repeat(3);
const lessonText = `# Notice\n\n${filling}\n\nThe tenant gives notice three months before the end [1]. The rent is 4000 euros [1].`;

const isOutline = ({ messages }: GenerationRequest) => /Plan a workshop/.test(messages[0]?.content ?? '');

type Answer = Script | ((request: GenerationRequest) => Script);

async function open(answers: { outlines?: Answer[]; lessons?: Answer[] } = {}) {
  const asked: GenerationRequest[] = [];
  const left = { outlines: [...(answers.outlines ?? [])], lessons: [...(answers.lessons ?? [])] };
  const generator = scriptedGenerator({
    script(request) {
      asked.push(request);
      const answer = isOutline(request) ? (left.outlines.shift() ?? outline) : (left.lessons.shift() ?? lessonText);
      return typeof answer === 'function' ? answer(request) : answer;
    },
  });
  const opened = await openStudyParts({ files, generator });
  const quizzes = createQuizzes(opened.parts);
  const workshops = createWorkshops(opened.parts, quizzes);
  return { ...opened, asked, quizzes, workshops, log: openStudyLog(opened.parts) };
}

async function openPlanned(answers: Parameters<typeof open>[0] = {}) {
  const opened = await open(answers);
  const workshop = await opened.workshops.generate({ lessons: 2 });
  const [first, second] = workshop.lessons.map(({ id }) => id) as [string, string];
  opened.asked.length = 0;
  return { ...opened, workshop, first, second };
}

test('a workshop begins with its outline', async () => {
  const { workshops, log, asked } = await open();
  const workshop = await workshops.generate({ lessons: 2, difficulty: 'beginner' });
  expect(workshop).toMatchObject({
    ...{ title: 'Leases', summary: 'What a lease says.', keyPoints: ['Notice', 'Rent'], difficulty: 'beginner' },
    ...{ objectives: ['Give notice in time'], origin: 'model', completedLessons: 0 },
    lessons: [
      { title: 'Notice', objectives: ['Tell when'], minutes: 5 },
      { title: 'Rent', minutes: 15 },
    ],
  });
  expect(asked).toHaveLength(1);
  for (const lesson of workshop.lessons) expect(lesson).not.toHaveProperty('text');
  expect(await workshops.get(workshop.id)).toEqual(workshop);
  expect(workshops.list()).toMatchObject([{ id: workshop.id, title: 'Leases', lessons: 2, completedLessons: 0 }]);
  expect(log.list()).toMatchObject([{ type: 'workshop-created', workshop: workshop.id }]);
});

test('an outline that cannot be read is asked for once more, then told of', async () => {
  const once = await open({ outlines: ['I would rather not.'] });
  expect((await once.workshops.generate({ lessons: 2 })).lessons).toHaveLength(2);
  expect(once.asked[1]?.messages.at(-1)?.content).toMatch(/could not be read/);
  const twice = await open({ outlines: ['I would rather not.', '{"title":"Leases","lessons":[]}'] });
  await expect(twice.workshops.generate({ lessons: 2 })).rejects.toMatchObject({
    ...{ code: 'CUBO_STUDY_OUTLINE_FAILED', remedy: expect.stringContaining('narrower scope') },
  });
  expect([twice.asked.length, twice.workshops.list(), twice.log.list()]).toEqual([2, [], []]);
});

test('a lesson is written when it is first asked for, and cites what carries it', async () => {
  const { workshops, first, asked, parts } = await openPlanned();
  const steps: LessonStep[] = [];
  for await (const step of workshops.lesson(first)) steps.push(step);
  const text = steps.flatMap((step) => (step.type === 'text' ? [step.text] : [])).join('');
  expect(text).toBe(lessonText);
  const { lesson } = await workshops.lesson(first);
  expect(steps.at(-1)).toMatchObject({ type: 'done', lesson: { id: first, text: lesson.text } });
  expect(lesson.text).toMatchObject({
    ...{ markdown: lessonText.replace('4000 euros [1]', '4000 euros'), origin: 'model', writtenAt: parts.clock.now() },
    citations: [{ number: 1, grounding: { quote: 'The tenant must give notice three months before the end.' } }],
  });
  expect(lesson.state).toBe('current');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.messages[0]?.content).toMatch(/lesson 1 of 2[\s\S]*- Tell when[\s\S]*- Rent[\s\S]*About 5 minutes/);
});

test('what is no lesson is asked for once more, and is not stored', async () => {
  const once = await openPlanned({ lessons: ['#'] });
  const steps: string[] = [];
  for await (const step of once.workshops.lesson(once.first)) steps.push(step.type);
  expect(steps.filter((type) => type !== 'text')).toEqual(['restart', 'done']);
  const twice = await openPlanned({ lessons: ['#', '', lessonText] });
  await expect(twice.workshops.lesson(twice.first)).rejects.toMatchObject({ code: 'CUBO_STUDY_LESSON_FAILED' });
  expect((await twice.workshops.get(twice.workshop.id)).lessons[0]).not.toHaveProperty('text');
  expect((await twice.workshops.lesson(twice.first)).lesson.text?.markdown).toContain('# Notice');
});

test('a lesson that is written anew keeps its completion, and the old text where that fails', async () => {
  const other = lessonText.replaceAll('whoever', 'anybody who');
  const { workshops, first } = await openPlanned({ lessons: [lessonText, '#', '#', other] });
  await workshops.lesson(first);
  await workshops.complete(first);
  const before = (await workshops.lesson(first)).lesson;
  await expect(workshops.regenerate(first)).rejects.toMatchObject({ code: 'CUBO_STUDY_LESSON_FAILED' });
  expect((await workshops.lesson(first)).lesson).toEqual(before);
  const { lesson } = await workshops.regenerate(first);
  expect(lesson.text?.markdown).toContain('anybody who');
  expect(lesson.completedAt).toBe(before.completedAt);
});

test('two who ask for the same lesson are given the same, and lessons are written one after the other', async () => {
  let writing = 0;
  let most = 0;
  const { workshops, first, second, asked, parts } = await openPlanned();
  const slow = {
    ...parts.generator,
    async *generate(request: GenerationRequest, options?: { signal?: AbortSignal | undefined }) {
      writing++;
      most = Math.max(most, writing);
      await new Promise((resolve) => setTimeout(resolve, 20));
      yield* parts.generator.generate(request, options);
      writing--;
    },
  };
  const both = createWorkshops({ ...parts, generator: slow }, { generate: () => Promise.reject() as never });
  const lessons = await Promise.all([
    both.lesson(first),
    both.lesson(second),
    both.lesson(first),
    both.regenerate(first),
  ]);
  expect(new Set(lessons.map(({ lesson }) => lesson.id))).toEqual(new Set([first, second]));
  expect([most, asked.length]).toEqual([1, 2]);
  expect((await workshops.lesson(second)).lesson.text).toBeDefined();
});

test('lessons are ordered, renamed and deleted as one list', async () => {
  const { workshops, workshop, first, second } = await openPlanned();
  await workshops.lesson(first);
  const moved = await workshops.arrange(workshop.id, [
    { id: second, minutes: 3 },
    { id: first, title: 'Ending it', objectives: [] },
  ]);
  expect(moved.lessons).toMatchObject([
    { id: second, title: 'Rent', minutes: 3 },
    { id: first, title: 'Ending it', objectives: [], text: { origin: 'model' } },
  ]);
  for (const [wrong, message] of [
    [[], /empty/],
    [[{ id: first }, { id: first }], /twice/],
    [[{ id: 'nobody' }], /none of this workshop/],
    [[{ id: first, title: ' ' }], /title/],
    [[{ id: first, minutes: 2 }], /2 minutes/],
    [[{ id: first, name: 'x' }], /name/],
  ] as const) {
    await expect(workshops.arrange(workshop.id, wrong as never)).rejects.toThrow(message);
  }
  expect(await workshops.get(workshop.id)).toEqual(moved);
  const fewer = await workshops.arrange(workshop.id, [{ id: first }]);
  expect(fewer.lessons.map(({ id }) => id)).toEqual([first]);
  await expect(workshops.lesson(second)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOT_FOUND' });
});

test('a workshop is completed with its last lesson, once', async () => {
  const { workshops, workshop, first, second, log, parts } = await openPlanned();
  await parts.clock.advance(1000);
  await workshops.complete(first);
  const at = parts.clock.now();
  await parts.clock.advance(1000);
  expect(await workshops.complete(first)).toMatchObject({ completedLessons: 1, lessons: [{ completedAt: at }, {}] });
  const done = await workshops.complete(second);
  expect(done).toMatchObject({ completedLessons: 2, completedAt: at + 1000 });
  await workshops.complete(second);
  expect(
    log
      .list()
      .map(({ type }) => type)
      .sort(),
  ).toEqual([...['lesson-completed', 'lesson-completed', 'workshop-completed', 'workshop-created']]);
  const other = await workshops.generate({ lessons: 2 });
  await workshops.complete(other.lessons[0]?.id as string);
  expect(await workshops.arrange(other.id, [{ id: other.lessons[0]?.id as string }])).toHaveProperty('completedAt');
  expect(workshop).not.toHaveProperty('completedAt');
});

test('a lesson may be edited', async () => {
  const { workshops, first } = await openPlanned();
  await workshops.lesson(first);
  const edited = await workshops.edit(first, '# Mine\n\nAs [1] says.');
  expect(edited.text).toMatchObject({ markdown: '# Mine\n\nAs [1] says.', origin: 'user', citations: [{ number: 1 }] });
  expect((await workshops.edit(first, '# Mine')).text?.citations).toEqual([]);
  await expect(workshops.edit(first, ' ')).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
});

test('what documents do not say any more is told, and without them no lesson is written', async () => {
  const { workshops, first, second, workshop, cubo, documents } = await openPlanned();
  await workshops.lesson(first);
  await writeFiles(documents, { 'lease.md': '# Lease\n\nThe tenant may leave at any time.\n' });
  await cubo.ingest(documents);
  expect((await workshops.get(workshop.id)).lessons[0]?.state).toBe('stale');
  await cubo.delete(`${documents}/lease.md`);
  expect((await workshops.lesson(first)).lesson.state).toBe('gone');
  await expect(workshops.lesson(second)).rejects.toMatchObject({ code: 'CUBO_STUDY_NOTHING_MADE' });
});

test('with a document all that it said is gone, and with a workshop its lessons', async () => {
  const { workshops, first, workshop, cubo, documents, parts } = await openPlanned();
  await workshops.lesson(first);
  await cubo.erase(`${documents}/lease.md`);
  expect(await workshops.get(workshop.id)).toMatchObject({ title: 'Workshop', summary: '', lessons: [] });
  expect(JSON.stringify(['study.workshop', 'study.lesson'].map((name) => parts.cubo.records.list(name)))).not.toMatch(
    /notice|Leases/i,
  );
  expect([workshops.delete(workshop.id), workshops.delete(workshop.id)]).toEqual([true, false]);
  expect(parts.cubo.records.count('study.lesson')).toBe(0);
});

test('without a language model a workshop is made of headings and passages', async () => {
  const { parts } = await openStudyParts({ files });
  const workshops = createWorkshops(parts, createQuizzes(parts));
  const workshop = await workshops.generate();
  expect(workshop).toMatchObject({ title: 'Lease', origin: 'rules', keyPoints: ['Notice', 'Rent'] });
  const { lesson } = await workshops.lesson(workshop.lessons[1]?.id as string);
  expect(lesson.text).toMatchObject({
    markdown: '# Rent\n\nThe rent is 950 euros a month. It is due on the third working day. [1]',
    origin: 'rules',
    citations: [{ number: 1, grounding: { quote: expect.stringContaining('The rent is 950 euros') } }],
  });
  // The passage begins with the title of the document, too.
  const { lesson: notice } = await workshops.lesson(workshop.lessons[0]?.id as string);
  expect(notice.text?.markdown.match(/^#.*$/gm)).toEqual(['# Notice']);
});

test('the last quiz is about the same documents, as difficult as the workshop', async () => {
  const question = {
    source: 2,
    quote: 'The rent is 950 euros a month.',
    question: 'The rent is 950 euros.',
    correct: true,
  };
  const { workshops, documents } = await open({ lessons: [JSON.stringify({ questions: [question] })] });
  const scope = { sources: [documents] };
  const workshop = await workshops.generate({ lessons: 2, difficulty: 'advanced', scope });
  const { quiz } = await workshops.finalQuiz(workshop.id, { count: 1, kinds: ['true-false'] });
  expect(quiz).toMatchObject({ difficulty: 'advanced', scope, questions: [{ kind: 'true-false' }] });
});

test.each([{ lessons: 0 }, { lessons: 21 }, { lessons: 2.5 }, { difficulty: 'hard' }, { title: '' }, { lesson: 3 }])(
  '%j is refused',
  async (options) => {
    const { workshops } = await open();
    await expect(workshops.generate(options as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  },
);

test('a scope without text is told of', async () => {
  const { workshops } = await open();
  await expect(workshops.generate({ scope: { sources: ['/nowhere'] } })).rejects.toMatchObject({
    code: 'CUBO_STUDY_NOTHING_MADE',
  });
});
