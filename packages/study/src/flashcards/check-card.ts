import { assertKnownOptions, badArgument } from '@cubo/contracts';
import { origins } from '../origin.ts';
import type { FlashcardChanges, GivenSchedule, NewFlashcard } from './cards.ts';
import type { StoredCard } from './deck-records.ts';
import type { FlashcardText } from './flashcard.ts';
import { checkText } from './flashcard-text.ts';

/** A card as it is stored that has a text. */
export type WrittenCard = StoredCard & { readonly quoted: NonNullable<StoredCard['quoted']> };

const known: Readonly<Record<string, true>> = {
  ...{ kind: true, front: true, back: true, text: true, extra: true },
  ...{ tags: true, topic: true, origin: true, grounding: true, suspended: true, schedules: true },
};

/**
 * What is stored of a card that is given.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkNewCard(given: NewFlashcard): WrittenCard {
  assertKnownOptions('A card', given, known);
  const { tags = [], topic, origin = 'user', grounding, suspended = false, schedules: _, ...written } = given ?? {};
  const text = checkText({ ...written, kind: written.kind ?? 'basic' } as FlashcardText);
  if (!origins.includes(origin)) {
    throw badArgument(`The origin of a card is ${JSON.stringify(origin)}.`, `Pass one of ${origins.join(', ')}.`);
  }
  if (topic !== undefined && typeof topic !== 'string') {
    throw badArgument('The topic of a card is no text.', 'Pass a text, or none.');
  }
  return { origin, tags: checkTags(tags), suspended, quoted: { text, topic, grounding } };
}

/**
 * Schedules that are given with a card.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkSchedules({ schedules = [] }: NewFlashcard): readonly GivenSchedule[] {
  const isList = Array.isArray(schedules) && schedules.every((each) => typeof each === 'object' && each !== null);
  if (!isList) throw badArgument('The schedules of a card are no list of objects.', 'Pass a list, or none.');
  return schedules;
}

/**
 * Tags, trimmed and each once.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkTags(tags: readonly string[]): string[] {
  if (!Array.isArray(tags) || tags.some((tag) => typeof tag !== 'string' || tag.trim() === '')) {
    throw badArgument('The tags of a card are no list of words.', 'Pass a list of texts that are not blank.');
  }
  return [...new Set(tags.map((tag: string) => tag.trim()))];
}

/**
 * What is stored of a card that is edited.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function editedContent(content: StoredCard, { topic, ...changes }: FlashcardChanges): WrittenCard {
  const quoted = content.quoted as WrittenCard['quoted'];
  const isCloze = quoted.text.kind === 'cloze';
  const foreign = (isCloze ? (['kind', 'front', 'back'] as const) : (['text', 'extra'] as const)).find(
    (name) => changes[name] !== undefined,
  );
  if (foreign !== undefined) {
    throw badArgument(`A card of kind ${quoted.text.kind} has no ${foreign} to change.`, 'Add a new card instead.');
  }
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { extra, ...rest } = { ...quoted.text, ...given } as FlashcardText & { extra?: string | undefined };
  const hasExtra = typeof extra !== 'string' ? extra !== undefined : extra.trim() !== '';
  const text = checkText((hasExtra ? { ...rest, extra } : rest) as FlashcardText);
  return {
    ...content,
    quoted: { ...quoted, text, topic: topic === undefined ? quoted.topic : topic.trim() || undefined },
  };
}

/** All that is written on a card, to be searched. */
export function readCardText(card: FlashcardText): string {
  return card.kind === 'cloze' ? `${card.text}\n${card.extra ?? ''}` : `${card.front}\n${card.back}`;
}
