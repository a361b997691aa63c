import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AchievementId, achievementRules } from '../../src/progress/achievement.ts';
import type { StudyEvent, StudyEventKind } from '../../src/progress/study-event.ts';
import { type OpenProgress, openProgress } from '../helpers/open-progress.ts';
import { chat, day, eventAt, hour, minute, monday, repeated, review } from '../helpers/study-events.ts';

const quiz = (score: number, difficulty?: string): StudyEventKind => ({
  ...{ type: 'quiz-finished', quiz: 'quiz', score, difficulty },
});
const reading = (milliseconds: number): StudyEventKind => ({ type: 'reading', milliseconds });
const deck = (i: number): StudyEventKind => ({ type: 'deck-created', deck: `deck ${i}` });
const map = (i: number): StudyEventKind => ({ type: 'mind-map-created', map: `map ${i}` });
const workshopDone = (i: number): StudyEventKind => ({ type: 'workshop-completed', workshop: `workshop ${i}` });
/** The hour of a time zone without changes of the clocks. */
const at = (time: string) => eventAt(Date.parse(`2026-03-02T${time}Z`), chat);

/** What is just not enough, and the event that makes it enough. */
const thresholds: Record<AchievementId, readonly (readonly [below: StudyEvent[], last: StudyEvent])[]> = {
  first_question: [[repeated(60, () => review()), eventAt(monday + hour, chat)]],
  conversationalist: [
    [repeated(9, () => chat), eventAt(monday + hour, chat)],
    [[...repeated(9, () => chat, { from: monday - day }), ...repeated(9, () => chat)], eventAt(monday + hour, chat)],
  ],
  hour_of_power: [
    [
      [
        ...repeated(3, () => reading(15 * minute), { every: hour }),
        eventAt(monday + 3 * hour, reading(15 * minute - 1)),
      ],
      eventAt(monday + 3 * hour + 1, chat),
    ],
  ],
  streak_3: [[repeated(2, () => chat, { every: day }), eventAt(monday + 2 * day, chat)]],
  streak_7: [
    [repeated(6, () => chat, { every: day }), eventAt(monday + 6 * day, chat)],
    // Six days, a pause, and six days again.
    [
      [...repeated(6, () => chat, { every: day }), ...repeated(6, () => chat, { from: monday + 7 * day, every: day })],
      eventAt(monday + 13 * day, chat),
    ],
  ],
  centurion: [[repeated(99, () => chat, { every: hour }), eventAt(monday + 100 * hour, chat)]],
  night_owl: [
    [[at('04:00:00.000'), at('21:59:59.999')], at('22:00:00.000')],
    [[], at('00:00:00.000')],
    [[], at('03:59:59.999')],
  ],
  early_bird: [
    [[at('04:59:59.999')], at('05:00:00.000')],
    [[], at('07:59:59.999')],
  ],
  curious_mind: [[repeated(20, () => chat), eventAt(monday + hour, { type: 'chat-message', scoped: true })]],
  deep_diver: [
    [repeated(3, () => chat, { every: 15 * minute - 1 }), eventAt(monday + 30 * minute, chat)],
    [
      // A pause that is too long by a millisecond, and the half hour is begun anew.
      [eventAt(monday - 15 * minute - 1, chat), ...repeated(2, () => chat, { every: 15 * minute })],
      eventAt(monday + 30 * minute, chat),
    ],
  ],
  first_quiz: [[repeated(20, questionAnswered), eventAt(monday + hour, quiz(0))]],
  perfect_score: [[[eventAt(monday, quiz(0.99))], eventAt(monday + 1, quiz(1))]],
  advanced_scholar: [
    [
      [
        eventAt(monday, quiz(1, 'intermediate')),
        eventAt(monday + 1, quiz(0.79, 'advanced')),
        eventAt(monday + 2, quiz(1)),
      ],
      eventAt(monday + 3, quiz(0.8, 'advanced')),
    ],
  ],
  quiz_marathon: [[repeated(9, () => quiz(0.5)), eventAt(monday + hour, quiz(0.5))]],
  workshop_outline: [[[], eventAt(monday, { type: 'workshop-created', workshop: 'workshop' })]],
  lesson_learned: [
    [
      [eventAt(monday, { type: 'workshop-created', workshop: 'workshop' })],
      eventAt(monday + 1, { type: 'lesson-completed', workshop: 'workshop', lesson: 'lesson' }),
    ],
  ],
  workshop_graduate: [
    [
      repeated(9, (i) => ({ type: 'lesson-completed', workshop: 'workshop 0', lesson: `lesson ${i}` })),
      eventAt(monday + hour, workshopDone(0)),
    ],
  ],
  workshop_marathon: [
    // The fourth is completed twice.
    [
      [...repeated(4, workshopDone), eventAt(monday + minute, workshopDone(3))],
      eventAt(monday + hour, workshopDone(4)),
    ],
  ],
  first_deck: [[repeated(9, () => review()), eventAt(monday + hour, deck(0))]],
  card_reviewer: [[repeated(49, () => review()), eventAt(monday + hour, review())]],
  deck_master: [[[eventAt(monday, deck(0))], eventAt(monday + 1, { type: 'deck-mastered', deck: 'deck 0' })]],
  deck_collector: [[repeated(4, deck), eventAt(monday + hour, deck(4))]],
  mind_mapper: [[repeated(9, () => chat), eventAt(monday + hour, map(0))]],
  cartographer: [[repeated(9, map), eventAt(monday + hour, { type: 'mind-map-exported', map: 'map 0' })]],
  concept_network: [[repeated(4, map), eventAt(monday + hour, map(4))]],
};

function questionAnswered(i: number): StudyEventKind {
  return { type: 'question-answered', quiz: 'quiz', question: `question ${i}`, score: 1 };
}

function earnedBy(hold: OpenProgress['hold'], events: readonly StudyEvent[]) {
  return hold(events).achievements().earned;
}

describe('achievements', () => {
  it('are 25, each with an id of its own', () => {
    expect(new Set(achievementRules.map(({ id }) => id)).size).toBe(25);
    expect(Object.keys(thresholds).sort()).toEqual(achievementRules.map(({ id }) => id).sort());
  });

  for (const { id } of achievementRules) {
    it(`unlock ${id} at its threshold and not before`, async () => {
      const { hold } = await openProgress();
      for (const [below, last] of thresholds[id]) {
        const ids = earnedBy(hold, below).map((earned) => earned.id);
        expect(ids).not.toContain(id);
        const earned = earnedBy(hold, [last, ...below]).find((achievement) => achievement.id === id);
        expect(earned).toMatchObject({ earnedAt: last.at });
        expect(earned?.current).toBe(earned?.target);
      }
    });
  }

  it('do not unlock by hours just outside', async () => {
    const open = await openProgress();
    expect(earnedBy(open.hold, [at('08:00:00.000')]).map(({ id }) => id)).not.toContain('early_bird');
    expect(earnedBy(open.hold, [at('04:00:00.000')]).map(({ id }) => id)).not.toContain('night_owl');
  });

  it('take no card flips for chat messages', async () => {
    const open = await openProgress();
    const ids = earnedBy(
      open.hold,
      repeated(12, () => review()),
    ).map(({ id }) => id);
    expect(ids).toEqual([]);
    expect(open.progress.summary()).toMatchObject({ chatMessages: 0, decks: { cardsReviewed: 12 } });
  });

  it('count no review that was undone', async () => {
    const open = await openProgress();
    const events = repeated(50, () => review());
    const undone = eventAt(monday + hour, { type: 'undone', event: events[10]?.id as string });
    expect(earnedBy(open.hold, [...events, undone]).map(({ id }) => id)).not.toContain('card_reviewer');
  });

  it('tell how far those are that are not earned, the nearest first', async () => {
    const open = await openProgress();
    const { next } = open.hold(repeated(9, () => chat)).achievements();
    expect(next[0]).toEqual({ id: 'conversationalist', metric: 'chatMessagesToday', current: 9, target: 10 });
    expect(next.find(({ id }) => id === 'centurion')).toMatchObject({ current: 9, target: 100 });
    expect(next.find(({ id }) => id === 'early_bird')).toMatchObject({ metric: 'hours', current: 0, target: 1 });
    // What was said yesterday is not said today, and a streak that was broken is none.
    const old = open
      .hold([...repeated(9, () => chat, { from: monday - 3 * day }), eventAt(monday, review())])
      .achievements();
    expect(old.next.find(({ id }) => id === 'conversationalist')).toMatchObject({ current: 0 });
    expect(old.next.find(({ id }) => id === 'streak_3')).toMatchObject({ current: 1 });
  });

  it('are the same in any order of arrival', async () => {
    const open = await openProgress();
    const kinds: StudyEventKind[] = [
      ...[chat, review(), review(1, 20_000), quiz(1, 'advanced'), quiz(0.5), reading(4 * minute), deck(0), map(0)],
      ...[workshopDone(0), { type: 'chat-message', scoped: true } as const, questionAnswered(0)],
    ];
    const log = fc.array(
      fc.record({ kind: fc.constantFrom(...kinds), pause: fc.integer({ min: 0, max: 9 * hour }), undo: fc.boolean() }),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(log, fc.infiniteStream(fc.nat()), (steps, keys) => {
        let time = monday;
        const events = steps.flatMap(({ kind, pause, undo }) => {
          time += pause;
          const event = eventAt(time, kind);
          const isUndone = undo && kind.type === 'card-reviewed';
          return isUndone ? [event, eventAt(time + 1, { type: 'undone', event: event.id })] : [event];
        });
        const shuffled = events
          .map((event) => [keys.next().value, event] as const)
          .sort(([a], [b]) => a - b)
          .map(([, event]) => event);
        const everything = () => {
          const { progress } = open;
          return [
            progress.achievements(),
            progress.summary(),
            progress.sessions(),
            progress.daily(),
            progress.mastery(),
          ];
        };
        open.hold(events);
        const inOrder = everything();
        open.hold(shuffled);
        expect(everything()).toEqual(inOrder);
        // And when it is computed event by event as they arrive.
        for (const arriving of [events, shuffled]) {
          open.hold([]);
          for (const event of arriving) {
            open.log.add([event]);
            open.progress.streak();
          }
          expect(everything()).toEqual(inOrder);
        }
      }),
      { seed: 25, numRuns: 30 },
    );
  });
});
