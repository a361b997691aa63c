import type { RecordChange } from '@cubo/contracts';
import type { DuplicateCards } from './cards.ts';
import type { DeckParts } from './deck-parts.ts';
import type { FoundCard } from './deck-records.ts';
import { flashcardKey } from './flashcard-text.ts';
import { readReviews } from './review-log.ts';

interface Group {
  readonly kept: FoundCard;
  readonly others: readonly FoundCard[];
}

/** Cards that ask the same, those with the longest history first. */
function groupsOf(parts: DeckParts, deck: string | undefined): Group[] {
  if (deck !== undefined) parts.records.deck(deck);
  const byKey = new Map<string, FoundCard[]>();
  for (const found of parts.records.cardsOf(deck)) {
    const key = flashcardKey(found.card);
    byKey.set(key, [...(byKey.get(key) ?? []), found]);
  }
  const groups = [...byKey.values()].filter(({ length }) => length > 1);
  if (groups.length === 0) return [];
  const reviews = new Map<string, number>();
  for (const { content } of readReviews(parts)) reviews.set(content.card, (reviews.get(content.card) ?? 0) + 1);
  const historyOf = ({ card }: FoundCard) => reviews.get(card.id) ?? 0;
  return groups.map((group) => {
    // The sort is stable, and the cards come in the order in which they were added.
    const [kept, ...others] = [...group].sort((a, b) => historyOf(b) - historyOf(a));
    return { kept: kept as FoundCard, others };
  });
}

const shown = ({ kept, others }: Group): DuplicateCards => ({
  kept: kept.card,
  others: others.map(({ card }) => card),
});

/** See `Cards.duplicates`. */
export function findDuplicates(parts: DeckParts, deck: string | undefined): DuplicateCards[] {
  return groupsOf(parts, deck).map(shown);
}

/** See `Cards.mergeDuplicates`. */
export function mergeDuplicates(parts: DeckParts, deck: string | undefined): DuplicateCards[] {
  const { records, cubo } = parts;
  const changes: RecordChange[] = [];
  const merged = groupsOf(parts, deck).map((group) => {
    const { kept, others } = group;
    const tags = [...new Set([kept, ...others].flatMap(({ card }) => card.tags))];
    changes.push(records.putCard(kept.record, { ...kept.record.content, tags }), ...others.flatMap(records.deleteCard));
    return { ...shown(group), kept: { ...kept.card, tags } };
  });
  cubo.records.change(changes);
  return merged;
}
