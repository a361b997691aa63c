import type { StudyEvent } from './study-event.ts';

const dayLength = 86_400_000;
/** After so long an answer counts half. */
const halfLife = 30 * dayLength;
/** What is older weighs less than a thousandth. */
export const masteryMemory: number = 10 * halfLife;

/** How well a topic is known, by what was answered and reviewed. */
export interface TopicMastery {
  readonly topic: string;
  /** URI of its document, where one is known: headings of the same words in two documents are two topics. */
  readonly source?: string | undefined;
  /**
   * 0 to 1: Σ weight · score / (1 + Σ weight) over answers and reviews, where the score of a review is 0 for `again` and
   * else 1, and the weight of what is `days` old is 2 ^ (−days / 30). So one right answer of today gives 0.5, nine give
   * 0.9, recent ones count more, and what is not practised sinks.
   */
  readonly mastery: number;
  /** Share of points of the answers and reviews, 0 to 1, recent ones counting more. */
  readonly score: number;
  readonly answers: number;
  readonly reviews: number;
  /** When it was last practised. Milliseconds since the epoch. */
  readonly lastAt: number;
}

interface Sums {
  readonly topic: string;
  readonly source: string | undefined;
  weight: number;
  points: number;
  answers: number;
  reviews: number;
  lastAt: number;
}

/** Mastery of each topic of events by time, the weakest first. */
export function masteryOf(events: readonly StudyEvent[], undone: ReadonlySet<string>, now: number): TopicMastery[] {
  const topics = new Map<string, Sums>();
  for (const event of events) {
    if (event.type !== 'question-answered' && event.type !== 'card-reviewed') continue;
    const { topic, source } = event;
    if (topic === undefined || undone.has(event.id)) continue;
    const key = JSON.stringify([source, topic]);
    const sums = topics.get(key) ?? { topic, source, weight: 0, points: 0, answers: 0, reviews: 0, lastAt: event.at };
    topics.set(key, sums);
    const isReview = event.type === 'card-reviewed';
    const weight = 2 ** -(Math.max(0, now - event.at) / halfLife);
    sums.weight += weight;
    sums.points += weight * (isReview ? Number(event.rating > 1) : event.score);
    sums[isReview ? 'reviews' : 'answers']++;
    sums.lastAt = Math.max(sums.lastAt, event.at);
  }
  return [...topics.values()]
    .map(({ weight, points, source, ...rest }) => ({
      ...{ ...rest, ...(source !== undefined && { source }) },
      ...{ mastery: points / (1 + weight), score: points / weight },
    }))
    .sort((a, b) => a.mastery - b.mastery || (a.topic < b.topic ? -1 : 1));
}
