import type { CollectionRecord } from '../records/collection.ts';
import type { DeckParts } from './deck-parts.ts';
import type { ReviewEntry, StoredReview } from './review-entry.ts';

/** A review of the log that was not taken back. */
export type LoggedReview = CollectionRecord<StoredReview>;

/** Reviews from a time on that were not taken back, by time. Default: all. */
export function readReviews(
  { records }: Pick<DeckParts, 'records'>,
  range: { readonly from?: number | undefined; readonly card?: string | undefined } = {},
): LoggedReview[] {
  const entries = records.reviews.list({ from: range.from, parent: range.card });
  const undone = new Set(entries.flatMap(({ content }) => (content.type === 'undo' ? [content.review] : [])));
  return entries.filter((entry): entry is LoggedReview => entry.content.type === 'review' && !undone.has(entry.id));
}

const page = 50;

/** The last reviews that were not taken back, the latest first. */
export function* latestReviews({ records }: Pick<DeckParts, 'records'>): Generator<LoggedReview, void, undefined> {
  const undone = new Set<string>();
  for (let offset = 0; ; offset += page) {
    const entries = records.reviews.list({ descending: true, limit: page, offset });
    for (const entry of entries) {
      if (entry.content.type === 'undo') undone.add(entry.content.review);
      else if (!undone.has(entry.id)) yield entry as LoggedReview;
    }
    if (entries.length < page) return;
  }
}

export function toEntry({ id, content }: LoggedReview): ReviewEntry {
  const { at, card, side, deck, rating, milliseconds, before, after } = content;
  return { id, at, card, side, deck, rating, ...(milliseconds !== undefined && { milliseconds }), before, after };
}
