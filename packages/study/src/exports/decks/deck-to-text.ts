import type { Flashcard } from '../../flashcards/flashcard.ts';
import { writeDelimited } from '../text/write-delimited.ts';
import { ankiTags, type ExportedDeck } from './exported-deck.ts';

/** The columns of a table of cards, in their order. */
export const deckColumns = ['kind', 'front', 'back', 'tags', 'deck', 'id'] as const;

/** Decks as CSV (RFC 4180) with a row of column names. Of a cloze card `front` is its text; tags are separated by spaces. */
export function decksToCsv(decks: readonly ExportedDeck[]): string {
  const rows = decks.flatMap(({ name, cards }) =>
    cards.map((card) => [card.kind, ...facesOf(card), ankiTags(card.tags).join(' '), name, card.id]),
  );
  return writeDelimited([deckColumns, ...rows]);
}

/**
 * Decks as a text that Anki imports: columns separated by tabs, with lines before them that say what they are. The note
 * types are those of `decksToApkg`, or have to be there under their names.
 */
export function decksToAnkiText(decks: readonly ExportedDeck[]): string {
  const headers = [
    '#separator:tab',
    '#html:false',
    '#guid column:1',
    '#notetype column:2',
    '#deck column:3',
    '#tags column:6',
  ];
  const rows = decks.flatMap(({ name, cards }) =>
    cards.map((card) => [card.id, ankiTypes[card.kind], name, ...facesOf(card), ankiTags(card.tags).join(' ')]),
  );
  return `${headers.join('\n')}\n${writeDelimited(rows, { delimiter: '\t', lineEnd: '\n' })}`;
}

/** A deck as Quizlet imports it: a term, a tab and its definition on each line. Gaps of cloze cards are dots. */
export function deckToQuizlet({ cards }: Pick<ExportedDeck, 'cards'>): string {
  const line = (text: string) => text.replace(/\s+/g, ' ').trim();
  return cards.map((card) => `${quizletFaces(card).map(line).join('\t')}\n`).join('');
}

/** Names of the note types in Anki. */
export const ankiTypes: Readonly<Record<Flashcard['kind'], string>> = {
  basic: 'Cubo Basic',
  reversed: 'Cubo Basic and reversed',
  cloze: 'Cubo Cloze',
};

function facesOf(card: Flashcard): readonly [string, string] {
  return card.kind === 'cloze' ? [card.text, card.extra ?? ''] : [card.front, card.back];
}

function quizletFaces(card: Flashcard): readonly [string, string] {
  if (card.kind !== 'cloze') return [card.front, card.back];
  const words: string[] = [];
  const text = card.text.replace(/\{\{c\d+::([\s\S]*?)(?:::([\s\S]*?))?\}\}/g, (_, word: string, hint?: string) => {
    words.push(word);
    return `[${hint ?? '…'}]`;
  });
  return [text, words.join('; ')];
}
