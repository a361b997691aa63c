import { randomUUID } from 'node:crypto';
import { assertKnownOptions, badArgument, type KnownOptions, type RecordChange } from '@cubo/contracts';
import { samplePassages } from '../coverage/sample-passages.ts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { assertDifficulty } from '../difficulty.ts';
import { generateItems } from '../generation/generate-items.ts';
import type { GroundedItem } from '../generation/item-kind.ts';
import { notFound } from '../records/not-found.ts';
import { cardsByRules } from '../rules/cards-by-rules.ts';
import { titleOfSources } from '../title-of-sources.ts';
import type { DeckParts } from './deck-parts.ts';
import { orderOfNext } from './deck-records.ts';
import type { DeckStep, GenerateDeckOptions } from './decks.ts';
import type { Flashcard, FlashcardKind, FlashcardText } from './flashcard.ts';
import { flashcardItemKind, flashcardVariables } from './flashcard-item-kind.ts';
import { flashcardKey } from './flashcard-text.ts';

/** Passages for each card: some carry none. */
const passagesPerCard = 2;
const fewestPassages = 4;
/** Rules find a fact in few passages only. */
const passagesOfRules = 500;
const mostCards = 500;
const allKinds: readonly FlashcardKind[] = ['basic', 'reversed', 'cloze'];

const known: KnownOptions<GenerateDeckOptions> = {
  ...{ scope: true, count: true, kinds: true, difficulty: true, deck: true, name: true, signal: true },
};

/** @throws CuboError `CUBO_STUDY_NOT_FOUND`, `CUBO_BAD_ARGUMENT` */
export function checkGenerate({ records }: DeckParts, options: GenerateDeckOptions): void {
  assertKnownOptions('generate()', options, known);
  const { count, kinds, difficulty, deck, name } = options ?? {};
  if (!Number.isSafeInteger(count) || count < 1 || count > mostCards) {
    throw badArgument(`${String(count)} cards cannot be made.`, `Pass a whole number from 1 to ${mostCards} as count.`);
  }
  const isList = kinds === undefined || (Array.isArray(kinds) && kinds.length > 0);
  if (!isList || kinds?.some((kind) => !allKinds.includes(kind))) {
    throw badArgument('The kinds of cards are not as they can be.', `Pass some of ${allKinds.join(', ')}.`);
  }
  assertDifficulty(difficulty);
  if (deck !== undefined) records.deck(deck);
  if (name !== undefined && (deck !== undefined || typeof name !== 'string' || name.trim() === '')) {
    throw badArgument('The name of the new deck is none.', 'Pass a text, and only where no deck is given.');
  }
}

/** Has cards written and keeps each; see `Decks.generate`. */
export async function* generateDeck(
  parts: DeckParts,
  options: GenerateDeckOptions,
): AsyncGenerator<DeckStep, void, undefined> {
  const { records } = parts;
  const { scope, count, kinds = ['basic', 'cloze'], difficulty = 'intermediate', signal } = options;
  const there = options.deck === undefined ? [] : records.cardsOf(options.deck).map(({ card }) => card);
  const exclude = there.flatMap(({ grounding }) => grounding?.chunk ?? []);
  const isByRules = parts.generator.id === 'extractive';
  const wanted = isByRules ? passagesOfRules : Math.max(fewestPassages, count * passagesPerCard);
  const passages = await samplePassages(parts, { scope, count: wanted, exclude, signal });
  const keep = createKeeper(parts, options, passages);
  const keys = new Set(there.map(flashcardKey));
  const cards: Flashcard[] = [];
  let dropped: Readonly<Record<string, number>> = {};
  if (isByRules) {
    const accept = (card: FlashcardText) => keys.size !== keys.add(flashcardKey(card)).size;
    const used = new Set(exclude);
    // Passages that have cards already have more to ask once the others are used up.
    for (const from of [passages.filter(({ id }) => !used.has(id)), passages]) {
      if (cards.length === count) break;
      for (const item of cardsByRules(parts, { passages: from, count: count - cards.length, kinds, accept })) {
        signal?.throwIfAborted();
        const card = keep.add(item, 'rules');
        cards.push(card);
        yield { type: 'card', card };
      }
    }
  } else {
    const items = generateItems(parts, flashcardItemKind(kinds), {
      ...{ passages, count, variables: flashcardVariables(kinds, difficulty), known: [...keys], signal },
    });
    for await (const step of items) {
      if (step.type === 'done') {
        dropped = step.dropped;
        continue;
      }
      const card = keep.add(step, 'model');
      cards.push(card);
      yield { type: 'card', card };
    }
  }
  const deck = keep.deck() ?? options.deck;
  const record = deck === undefined ? undefined : records.decks.get(deck);
  yield {
    ...{ type: 'done', deck: record && records.toDeck(record), cards, shortfall: count - cards.length, dropped },
  };
}

/** Keeps cards in a deck, which is made with the first of them where there is none yet. */
function createKeeper(parts: DeckParts, options: GenerateDeckOptions, passages: readonly StudyPassage[]) {
  const { records, clock, log, cubo } = parts;
  let deck = options.deck;

  function begin(id: string): RecordChange[] {
    const name = options.name?.trim();
    const sources = [...new Set(passages.map(({ source }) => source))];
    const named = name === undefined ? { quoted: { name: titleOfSources(parts, sources), sources } } : { name };
    const content = { createdAt: clock.now(), settings: {}, mastered: false, ...named };
    const place = { order: orderOfNext(records.decks, clock.now()), ...(name === undefined && { quotes: sources }) };
    return [records.decks.put(id, content, place), log.entry({ type: 'deck-created', deck: id }).change];
  }

  return {
    deck: () => deck,
    add({ item, grounding, topic }: GroundedItem<FlashcardText>, origin: 'model' | 'rules'): Flashcard {
      const id = randomUUID();
      const isNew = deck === undefined;
      const place = deck ?? randomUUID();
      const record = isNew ? undefined : records.decks.get(place);
      if (!isNew && record === undefined) throw notFound('deck', place);
      const content = { origin, tags: [], suspended: false, quoted: { text: item, topic, grounding } };
      cubo.records.change([
        ...(isNew ? begin(place) : []),
        ...records.addCard(id, content, { deck: place, order: orderOfNext(records.cards, clock.now()) }),
        ...(record?.content.mastered ? [records.putDeck(record, { mastered: false })] : []),
      ]);
      deck = place;
      const topics = topic === undefined ? undefined : { topic };
      return { id, deck: place, ...item, tags: [], origin, ...topics, grounding };
    },
  };
}
