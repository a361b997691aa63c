import { mkdir, rm, writeFile } from 'node:fs/promises';

await rm('./my-library', { recursive: true, force: true });
await mkdir('./exports', { recursive: true });
// A clock that can be moved, so that a fortnight goes by in a moment, and chance that is the same each time.
const begin = Date.UTC(2026, 2, 2, 17);
let now = begin;
const clock = { now: () => now };
const day = 24 * 60 * 60 * 1000;
let seed = 7;
const random = () => {
  seed = (seed * 16_807) % 2_147_483_647;
  return seed / 2_147_483_647;
};

// #region open
import { createCubo } from '@cubo/core';
import { createStudy } from '@cubo/study';

const cubo = await createCubo({ path: './my-library' });
await cubo.ingest('./documents');
// Without a language model all is made by rules, from headings, definitions and sentences of the documents.
const study = createStudy({ cubo, timeZone: 'Europe/Berlin', clock, random });
// #endregion

// #region quiz
const { quiz } = await study.quizzes.generate({ count: 5, title: 'Energy of cells' });
for (const { question, kind, grounding } of quiz.questions) console.log(kind, question, grounding?.quote);
// #endregion

// #region attempt
const attempt = await study.quizzes.start(quiz.id, { mode: 'practice' });
for (const asked of attempt.questions) {
  const { verdict, solution } = await study.quizzes.answer(attempt.id, asked.id, guess(asked), { milliseconds: 9000 });
  if (verdict?.score !== 1) console.log('wrong:', asked.question, solution?.grounding?.quote);
}
const { score } = await study.quizzes.finish(attempt.id);
console.log('score', score);
// #endregion

// #region deck
const made = await study.decks.generate({ count: 12, name: 'Energy of cells' });
if (made.deck === undefined) throw new Error('The documents have nothing to make cards of.');
const deck = made.deck.id;
study.decks.cards.add(deck, [{ front: 'What do both processes hand energy on by?', back: 'ATP', tags: ['mine'] }]);
// #endregion

// #region fortnight
for (let i = 0; i < 14; i++) {
  now = begin + i * day;
  // What is wrong comes again on the same day, until nothing is due any more.
  for (let due = study.decks.due({ deck }); due.length > 0; due = study.decks.due({ deck })) {
    for (const side of due) {
      study.decks.review(side.id, random() < 0.85 ? 'good' : 'again', { milliseconds: 6000 });
      now += 6000;
    }
    now += 10 * 60 * 1000;
  }
}
console.log(study.decks.get(deck).counts, study.decks.statistics({ deck }).reviews, 'reviews');
console.log(study.decks.forecast({ deck, days: 7 }));
// #endregion

// #region progress
const { streak, milliseconds } = study.progress.summary();
console.log('streak', streak.current, 'minutes', Math.round(milliseconds / 60_000));
console.log(study.progress.achievements().earned.map(({ id }) => id));
await writeFile('./exports/heat-map.svg', study.progress.heatMapSvg());
// #endregion

// #region map
const { map } = await study.mindMaps.generate({ title: 'Energy of cells' });
await writeFile('./exports/mind-map.svg', study.mindMaps.export(map.id, { format: 'svg' }));
await writeFile('./exports/mind-map.md', study.mindMaps.export(map.id, { format: 'markmap' }));

// #endregion

// #region export
import { decksToApkg, quizToGift } from '@cubo/study';

const cards = study.decks.cards.list({ deck });
await writeFile('./exports/cells.apkg', decksToApkg([{ name: 'Energy of cells', cards }], { at: clock.now() }));
await writeFile('./exports/cells.gift', quizToGift(quiz));
// #endregion

await cubo.close();

/** A learner who knows the first option, and little else. */
function guess({ kind }: { kind: string }) {
  if (kind === 'true-false') return true;
  if (kind === 'multiple-choice') return 0;
  if (kind === 'multi-select') return [0];
  if (kind === 'cloze') return ['oxygen'];
  return kind === 'numeric' ? 2 : 'energy';
}
