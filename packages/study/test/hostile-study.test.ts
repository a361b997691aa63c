import type { Generator, RecordStore } from '@cubo/contracts';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { createStudy } from '../src/create-study.ts';
import { openStudyLibrary } from './helpers/open-study-library.ts';

const told = /^CUBO_(STUDY_NOT_FOUND|BAD_ARGUMENT)$/;

test('ids of other kinds, and lists that are none, are told of', async () => {
  const { cubo } = await openStudyLibrary();
  const { quizzes, decks, mindMaps, workshops } = createStudy({ cubo, generator: scriptedGenerator({ script: '' }) });
  const quiz = await quizzes.create({ title: 'Cells' });
  for (const wrong of [null, 5, {}, ['a'], '__proto__', '\0', { toString: () => quiz.id }] as never[]) {
    const calls: (() => unknown)[] = [
      () => quizzes.get(wrong),
      () => quizzes.start(wrong),
      () => quizzes.attempt(wrong),
      () => quizzes.answer(wrong, wrong, true),
      () => quizzes.edit(wrong, { question: 'Why?' }),
      () => quizzes.more(wrong, 2),
      () => quizzes.add(wrong, []),
      () => quizzes.add(quiz.id, wrong),
      () => quizzes.reorder(quiz.id, wrong),
      () => quizzes.create({ title: 'Cells', questions: wrong ?? 5 }),
      () => quizzes.generate(wrong),
      () => quizzes.generate({ count: 1, excludeAsked: wrong }),
      () => quizzes.topics(wrong),
      () => decks.get(wrong),
      () => decks.review(wrong, 'good'),
      () => decks.cards.get(wrong),
      () => mindMaps.get(wrong),
      () => mindMaps.export(wrong, { format: 'svg' }),
      () => workshops.get(wrong),
      () => workshops.lesson(wrong),
    ];
    for (const call of calls) {
      const code = await Promise.resolve()
        .then(call)
        .then(
          () => 'nothing',
          ({ code: thrown }: { code: unknown }) => thrown,
        );
      expect(code, `${String(call)} of ${JSON.stringify(wrong)}`).toMatch(told);
    }
    expect(quizzes.delete(wrong)).toBe(false);
    expect(decks.delete(wrong)).toBe(false);
  }
  for (const text of [5, {}] as never[]) {
    expect(() => decks.cards.list({ text })).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  }
});

test('a title made of two documents goes with each of them, also when its questions were removed before', async () => {
  const { cubo } = await openStudyLibrary({
    'one.md':
      '# Walnut\n\nA walnut is a fruit that has a hard shell around its kernel, and grows on tall trees in mild countries.',
    'two.md':
      '# Zebra\n\nA zebra is an animal that has black and white stripes, and lives on the plains of Africa in herds.',
  });
  const { quizzes } = createStudy({ cubo, random: () => 0.5 });
  const { quiz } = await quizzes.generate({ count: 2, kinds: ['short-answer'] });
  expect(quiz.title).toMatch(/Walnut.*Zebra|Zebra.*Walnut/);
  const zebra = quiz.questions.find(({ grounding }) => grounding?.source.includes('two'));
  quizzes.remove(zebra?.id ?? '');
  quizzes.rename(quiz.id, 'Mine');
  await cubo.erase(zebra?.grounding?.source ?? '');
  expect(JSON.stringify(cubo.records.list('study.quiz'))).not.toMatch(/zebra/i);
});

test('of a document that is erased while its quiz is written, no question is told or stored', async () => {
  const quote = 'The tenant must give notice three months before the end.';
  const { cubo } = await openStudyLibrary({
    'lease.md': `# Lease\n\n${quote}\n`,
    'other.md': '# Other\n\nOf this nothing is asked here at all by anybody.\n',
  });
  const question = {
    quote,
    question: 'How long is the notice?',
    options: ['three months', 'a day', 'a week', 'a year'],
  };
  const answer = JSON.stringify({ questions: [1, 2].map((source) => ({ ...question, source, correct: 0 })) });
  const [lease = ''] = [...cubo.documents()].map(({ uri }) => uri).filter((uri) => uri.endsWith('lease.md'));
  let erased: object | undefined;
  const generator: Generator = {
    ...scriptedGenerator({ script: '' }),
    async *generate() {
      yield { type: 'text', text: answer };
      if (erased === undefined) erased = await cubo.erase(lease);
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const { quizzes } = createStudy({ cubo, generator });
  const report = await quizzes.generate({ count: 2, kinds: ['multiple-choice'] });
  expect(report).toMatchObject({ questions: [], shortfall: 2, quiz: { title: 'Quiz', questions: [] } });
  expect(JSON.stringify(cubo.records.list('study.question'))).not.toMatch(/notice/i);
});

test('what another changes while questions are ordered is not undone', async () => {
  const { cubo } = await openStudyLibrary();
  const other = createStudy({ cubo }).quizzes;
  const questions = [1, 2].map((i) => ({ kind: 'true-false', question: `Is it ${i}?`, correct: true }) as const);
  const quiz = await other.create({ title: 'Cells', questions });
  const ids = quiz.questions.map(({ id }) => id);
  let isChanged = false;
  const change: RecordStore['change'] = (changes) => {
    if (!isChanged) {
      isChanged = true;
      other.edit(ids[0] ?? '', { question: 'Is it not?' });
    }
    cubo.records.change(changes);
  };
  const { quizzes } = createStudy({ cubo: { ...cubo, records: { ...cubo.records, change } } });
  expect(() => quizzes.reorder(quiz.id, ids.toReversed())).toThrow(
    expect.objectContaining({ code: 'CUBO_RECORD_CHANGED' }),
  );
  quizzes.reorder(quiz.id, ids.toReversed());
  expect((await quizzes.get(quiz.id)).questions.map(({ question }) => question)).toEqual(['Is it 2?', 'Is it not?']);
});

test('what differs by characters that are not seen is the same, and what repeats itself is nothing', async () => {
  const { cubo } = await openStudyLibrary({
    'lease.md': '# Lease\n\nThe tenant must give notice three months before.',
  });
  const right = { source: 1, quote: 'must give notice three months before', back: 'three months' };
  const written = ['Notice?', 'No\u200btice?', 'Notice\u00ad?', '\u200b', 'Notice? '.repeat(1000)].map((asked) => ({
    ...{ ...right, front: asked, question: asked, options: ['three months', 'one', 'two', 'four'], correct: 0 },
  }));
  const options = ['three months', 'three\u200b months', 'one', 'two'];
  const answer = JSON.stringify({ cards: written, questions: [{ ...written[0], options }, ...written] });
  const { decks, quizzes } = createStudy({ cubo, generator: scriptedGenerator({ script: answer }) });
  const { cards } = await decks.generate({ count: 5 });
  expect(cards).toMatchObject([{ front: 'Notice?' }]);
  const { questions } = await quizzes.generate({ count: 5, kinds: ['multiple-choice'] });
  expect(questions).toMatchObject([{ question: 'Notice?' }]);
  expect(JSON.stringify(questions)).not.toContain('\u200b');
});
