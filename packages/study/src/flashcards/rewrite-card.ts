import type { RecordChange } from '@cubo/contracts';
import type { WrittenCard } from './check-card.ts';
import type { DeckParts } from './deck-parts.ts';
import { type FoundCard, orderOfNew } from './deck-records.ts';
import { facesOf } from './flashcard-text.ts';
import { newSchedule, sideId } from './schedule.ts';

/** Puts other content on a card: sides that stay keep their schedules, those that come are new, and told. */
export function rewriteCard(
  { records, random }: Pick<DeckParts, 'records' | 'random'>,
  { card, record }: FoundCard,
  content: WrittenCard,
): { readonly changes: RecordChange[]; readonly hasNewSides: boolean } {
  const before = facesOf(card).map(({ side }) => side);
  const after = facesOf(content.quoted.text).map(({ side }) => side);
  const added = after.filter((side) => !before.includes(side));
  const place = (side: (typeof after)[number]) => ({
    ...{ deck: card.deck, order: orderOfNew(record.order, after.indexOf(side)) },
  });
  const changes = [
    records.putCard(record, content),
    ...added.map((side) => records.putSchedule(newSchedule(card.id, side, random), place(side))),
    ...before.filter((side) => !after.includes(side)).map((side) => records.schedules.delete(sideId(card.id, side))),
  ];
  return { changes, hasNewSides: added.length > 0 };
}
