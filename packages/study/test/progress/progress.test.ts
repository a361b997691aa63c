import { describe, expect, it } from 'vitest';
import type { StudyEventKind } from '../../src/progress/study-event.ts';
import { openProgress } from '../helpers/open-progress.ts';
import { seededRandom } from '../helpers/open-study-parts.ts';
import { chat, day, eventAt, hour, minute, monday, repeated, review } from '../helpers/study-events.ts';

const badArgument = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });

describe('study time', () => {
  it('is counted from the activity of all modes, up to a pause of 15 minutes', async () => {
    const { hold } = await openProgress();
    const progress = hold([
      eventAt(monday, chat),
      eventAt(monday + 15 * minute, review()),
      eventAt(monday + 30 * minute + 1, { type: 'quiz-created', quiz: 'quiz' }),
      eventAt(monday + 31 * minute, { type: 'mind-map-created', map: 'map' }),
    ]);
    expect(progress.sessions()).toEqual([
      { start: monday, end: monday + 15 * minute, events: 2 },
      { start: monday + 30 * minute + 1, end: monday + 31 * minute, events: 2 },
    ]);
    expect(progress.sessions({ from: monday + 16 * minute })).toHaveLength(1);
    expect(progress.sessions({ to: monday + 16 * minute })).toHaveLength(1);
    expect(progress.summary()).toMatchObject({ milliseconds: 16 * minute - 1, sessions: 2 });
  });

  it('counts what an action took, once and at most the idle gap', async () => {
    const { hold } = await openProgress();
    expect(hold([eventAt(monday, review(3, 20_000))]).summary().milliseconds).toBe(20_000);
    expect(hold([eventAt(monday, review(3, 9 * hour))]).summary().milliseconds).toBe(15 * minute);
    expect(hold(repeated(3, () => review(3, 20_000), { every: 10_000 })).summary().milliseconds).toBe(40_000);
    // The second lasted long enough to reach back to the end of the first.
    const joined = hold([eventAt(monday, chat), eventAt(monday + 25 * minute, review(3, 10 * minute))]);
    expect(joined.sessions()).toEqual([{ start: monday, end: monday + 25 * minute, events: 2 }]);
  });

  it('of a session over midnight is split between the local days', async () => {
    const midnight = Date.parse('2026-03-03T23:00:00Z');
    const { hold } = await openProgress({ timeZone: 'Europe/Berlin', now: midnight + hour });
    const progress = hold([eventAt(midnight - 10 * minute, chat), eventAt(midnight + 4 * minute, review())]);
    expect(progress.daily({ days: 3 })).toEqual([
      { date: '2026-03-02', milliseconds: 0, sessions: 0, chatMessages: 0, questionsAnswered: 0, cardsReviewed: 0 },
      {
        date: '2026-03-03',
        milliseconds: 10 * minute,
        sessions: 1,
        chatMessages: 1,
        questionsAnswered: 0,
        cardsReviewed: 0,
      },
      {
        date: '2026-03-04',
        milliseconds: 4 * minute,
        sessions: 1,
        chatMessages: 0,
        questionsAnswered: 0,
        cardsReviewed: 1,
      },
    ]);
    expect(progress.streak().current).toBe(2);
  });

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['2026-10-25', '2026-10-24T22:00:00Z', 25],
  ])('of %s, when the clocks change, is that of its %s hours', async (date, begins, hours) => {
    const begin = Date.parse(begins);
    const { hold } = await openProgress({ timeZone: 'Europe/Berlin', now: begin + (hours + 1) * hour });
    const progress = hold(repeated(40 * 6, () => chat, { from: begin - 2 * hour, every: 10 * minute }));
    expect(progress.daily({ days: 2 })[0]).toMatchObject({ date, milliseconds: hours * hour, sessions: 1 });
  });
});

describe('the streak', () => {
  const daysOf = (...days: number[]) => days.map((number) => eventAt(monday + number * day, chat));

  it('counts days in a row up to today, and up to yesterday as long as the day lasts', async () => {
    const { hold, clock } = await openProgress({ now: monday + 5 * day });
    expect(hold(daysOf(0, 1, 3, 4, 5)).streak()).toEqual({ current: 3, longest: 3, activeToday: true, frozenDays: 0 });
    expect(hold(daysOf(0, 1, 2, 4)).streak()).toEqual({ current: 1, longest: 3, activeToday: false, frozenDays: 0 });
    await clock.advance(day);
    expect(hold(daysOf(0, 1, 2, 4)).streak()).toMatchObject({ current: 0, longest: 3 });
  });

  it('goes on over days that are frozen, as many a week as are given', async () => {
    const { hold } = await openProgress({ now: monday + 9 * day, freezesPerWeek: 1 });
    // Wednesday is frozen, and the Tuesday of the week after.
    expect(hold(daysOf(0, 1, 3, 4, 5, 6, 7, 9)).streak()).toMatchObject({ current: 8, frozenDays: 2 });
    expect(hold(daysOf(0, 1, 3, 5, 6, 7, 8, 9)).streak()).toMatchObject({ current: 5, longest: 5, frozenDays: 0 });
    // Sunday and Monday are of two weeks.
    expect(hold(daysOf(4, 5, 8, 9)).streak()).toMatchObject({ current: 4, frozenDays: 2 });
    // Yesterday is frozen as soon as it is over.
    expect(hold(daysOf(6, 7)).streak()).toMatchObject({ current: 2, frozenDays: 1, activeToday: false });
  });

  it('has the day before in it when something went on over midnight', async () => {
    const midnight = Date.parse('2026-03-03T00:00:00Z');
    const { hold } = await openProgress({ now: midnight });
    const progress = hold([eventAt(midnight, chat), eventAt(midnight + minute, review(3, 5 * minute))]);
    expect(progress.streak()).toMatchObject({ current: 2, longest: 2 });
  });
});

describe('mastery', () => {
  const answer = (topic: string, score: number, source?: string): StudyEventKind => ({
    ...{ type: 'question-answered', quiz: 'quiz', question: 'question', score, topic, source },
  });

  it('rises with right answers, and recent ones count more', async () => {
    const { hold } = await openProgress();
    const progress = hold([
      eventAt(monday - 60 * day, answer('rose', 0)),
      eventAt(monday, answer('rose', 1)),
      eventAt(monday - 60 * day, answer('sank', 1)),
      eventAt(monday, answer('sank', 0)),
      eventAt(monday, answer('once', 1)),
    ]);
    expect(progress.mastery().map(({ topic }) => topic)).toEqual(['sank', 'rose', 'once']);
    expect(progress.mastery()[2]).toEqual({
      topic: 'once',
      mastery: 0.5,
      score: 1,
      answers: 1,
      reviews: 0,
      lastAt: monday,
    });
    expect(progress.mastery()[1]?.mastery).toBeCloseTo(1 / 2.25, 10);
    expect(progress.mastery()[0]?.mastery).toBeCloseTo(0.25 / 2.25, 10);
  });

  it('tells headings of two documents apart, counts reviews, and leaves out what was undone', async () => {
    const { hold, cubo } = await openProgress({ files: { 'a.md': '# Rent', 'b.md': '# Rent of b' } });
    const [a, b] = [...cubo.documents()].map(({ uri }) => uri);
    const topic = { topic: 'Rent', source: a };
    const missed = eventAt(monday, { ...review(1), ...topic } as StudyEventKind);
    const progress = hold([
      missed,
      eventAt(monday, { ...review(2), ...topic } as StudyEventKind),
      eventAt(monday, answer('Rent', 0, b)),
      eventAt(monday, { type: 'undone', event: missed.id }),
    ]);
    expect(progress.mastery()).toEqual([
      { topic: 'Rent', source: b, mastery: 0, score: 0, answers: 1, reviews: 0, lastAt: monday },
      { topic: 'Rent', source: a, mastery: 0.5, score: 1, answers: 0, reviews: 1, lastAt: monday },
    ]);
    cubo.records.forget([b as string]);
    expect(progress.mastery().map(({ source }) => source)).toEqual([a]);
    expect(progress.summary()).toMatchObject({ questionsAnswered: 1, decks: { cardsReviewed: 1 } });
  });
});

describe('progress', () => {
  it('keeps what hosts report, and refuses all else', async () => {
    const { progress, log, clock } = await openProgress();
    progress.record({ type: 'chat-message', scoped: true });
    await clock.advance(minute);
    const event = progress.record({ type: 'reading', milliseconds: 30_000 });
    progress.record({ type: 'chat-message', scoped: false, at: monday - day });
    expect(log.list().map(({ at, type }) => [at, type])).toEqual([
      [monday - day, 'chat-message'],
      [monday, 'chat-message'],
      [monday + minute, 'reading'],
    ]);
    expect(event).toEqual({ id: event.id, at: monday + minute, type: 'reading', milliseconds: 30_000 });
    expect(progress.summary()).toMatchObject({ chatMessages: 2, today: { chatMessages: 1, milliseconds: minute } });
    const wrong: unknown[] = [
      ...[undefined, {}, { type: 'deck-mastered', deck: 'deck' }, { type: 'chat-message' }],
      ...[
        { type: 'reading', milliseconds: -1 },
        { type: 'reading', milliseconds: 1, scoped: true },
      ],
      { type: 'chat-message', scoped: true, at: Number.NaN },
    ];
    for (const each of wrong) expect(() => progress.record(each as never)).toThrow(badArgument);
    for (const days of [0, 1.5, 3661]) expect(() => progress.daily({ days })).toThrow(badArgument);
    expect(() => progress.heatMap({ weeks: 2 } as never)).toThrow(badArgument);
    await expect(openProgress({ freezesPerWeek: 7 })).rejects.toThrow(badArgument);
  });

  it('of 50 000 events is computed in well below a second, and goes on from there', async () => {
    const { log, progress, clock } = await openProgress({ timeZone: 'Europe/Berlin' });
    const random = seededRandom(8);
    let time = monday - 1500 * day;
    const events = Array.from({ length: 50_000 }, (_, i) => {
      time += Math.round(random() < 0.02 ? 8 * hour * random() : 30_000 * random());
      return eventAt(time, i % 5 === 0 ? chat : ({ ...review(3, 9000), topic: `topic ${i % 99}` } as StudyEventKind));
    });
    log.add(events);
    await clock.advance(time - clock.now());
    const started = process.cpuUsage();
    expect(progress.summary().decks.cardsReviewed).toBe(40_000);
    const computed = process.cpuUsage();
    progress.record({ type: 'chat-message', scoped: false, at: time + 1 });
    expect(progress.summary().chatMessages).toBe(10_001);
    const all = computed.user - started.user;
    expect(all / 1000).toBeLessThan(1500);
    expect(process.cpuUsage(computed).user).toBeLessThan(all / 2);
  });
});
