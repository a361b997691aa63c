import { expect, test } from 'vitest';
import type { CardSide } from '../../src/flashcards/decks.ts';
import type { ReviewRating } from '../../src/flashcards/scheduler.ts';
import { openDecks } from '../helpers/open-decks.ts';
import { seededRandom } from '../helpers/open-study-parts.ts';

const day = 86_400_000;
/** FSRS-6: R(t, S) = (1 + (0.9^(1 / decay) − 1) · t / S)^decay, so that R(S, S) = 0.9. */
const decay = -0.1542;
const factor = 0.9 ** (1 / decay) - 1;
const recall = (days: number, stability: number) => (1 + (factor * days) / stability) ** decay;

test.each([0.8, 0.9, 0.95])(
  'a year of reviews shows a retention of %s within 2 points',
  { timeout: 120_000 },
  async (retention) => {
    const settings = { retention, newPerDay: 20, reviewsPerDay: 9999, leechThreshold: 0, fuzz: true };
    const { decks, deck, addCards, parts, goTo } = await openDecks({ settings });
    const random = seededRandom(retention * 100);
    addCards(200);
    const start = parts.clock.now();
    let reviews = 0;
    let remembered = 0;
    let expected = 0;

    function rate({ schedule }: CardSide): ReviewRating {
      const { state, stability, lastReview = 0 } = schedule;
      if (state === 'new') return random() < 0.2 ? 'again' : 'good';
      const days = Math.round((parts.clock.now() - lastReview) / day);
      const likely = recall(days, stability);
      const isRemembered = random() < likely;
      if (state === 'review') {
        reviews++;
        expected += likely;
        if (isRemembered) remembered++;
      }
      if (!isRemembered) return 'again';
      return random() < 0.1 ? 'hard' : 'good';
    }

    for (let number = 0; number < 365; number++) {
      await goTo(start + number * day);
      // The steps of what is being learnt are waited for.
      for (let round = 0; round < 9; round++) {
        for (const side of decks.due({ deck, limit: 999 })) decks.review(side.id, rate(side));
        if (decks.get(deck).counts.learning === 0) break;
        await goTo(parts.clock.now() + 600_000);
      }
    }
    expect(reviews).toBeGreaterThan(1000);
    // What was remembered has the luck of some thousand draws in it, and how likely that was has none.
    expect(Math.abs(remembered / reviews - retention)).toBeLessThan(0.02);
    expect(Math.abs(expected / reviews - retention)).toBeLessThan(0.015);
    const statistics = decks.statistics({ deck, days: 365 });
    expect(statistics.retention).toBeCloseTo(remembered / reviews, 10);
    expect(statistics.predicted).toBeGreaterThan(retention);
  },
);
