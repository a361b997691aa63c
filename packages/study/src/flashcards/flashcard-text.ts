import { badArgument } from '@cubo/contracts';
import { clozeText, gapsOf, gapText, parseCloze } from './cloze.ts';
import type { FlashcardText } from './flashcard.ts';

/**
 * A side of a card, which has a schedule of its own: `front` asks for the back, `back` of a reversed card for the front, and
 * `c1` of a cloze card for its gaps of that number.
 */
export type SideName = 'front' | 'back' | `c${number}`;

/** What a side shows. */
export interface SideFaces {
  readonly side: SideName;
  readonly front: string;
  readonly back: string;
  /** The words of the gap, of a cloze card. */
  readonly answer?: string | undefined;
}

/** The sides of a card, the first one first. */
export function facesOf(card: FlashcardText): SideFaces[] {
  if (card.kind !== 'cloze') {
    const { front, back } = card;
    const first: SideFaces = { side: 'front', front, back };
    return card.kind === 'basic' ? [first] : [first, { side: 'back', front: back, back: front }];
  }
  const pieces = parseCloze(card.text) ?? [];
  const whole = clozeText(pieces);
  return gapsOf(pieces).map((gap) => ({
    side: `c${gap}`,
    front: clozeText(pieces, gap),
    back: card.extra === undefined ? whole : `${whole}\n\n${card.extra}`,
    answer: gapText(pieces, gap),
  }));
}

/** Cards with the same key ask the same: case, spaces, punctuation at the end and hints make no difference. */
export function flashcardKey(card: FlashcardText): string {
  if (card.kind !== 'cloze') return normalize(card.front);
  const pieces = parseCloze(card.text) ?? [{ text: card.text }];
  return normalize(pieces.map((piece) => ('gap' in piece ? `{${normalize(piece.text)}}` : piece.text)).join(''));
}

function normalize(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // What is not seen makes no difference.
      .replace(/\p{Cf}/gu, '')
      .replace(/\s+/gu, ' ')
      .replace(/[\s.,;:!?…]+$/u, '')
      .trim()
  );
}

/**
 * The text of a card, trimmed.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkText(card: FlashcardText): FlashcardText {
  const kind: unknown = card.kind;
  if (kind === 'basic' || kind === 'reversed') {
    const { front, back } = card as Extract<FlashcardText, { front: string }>;
    return { kind, front: filled('front', front), back: filled('back', back) };
  }
  if (kind !== 'cloze')
    throw badArgument(`There is no kind of card ${String(kind)}.`, 'Kinds are basic, reversed, cloze.');
  const { text, extra } = card as Extract<FlashcardText, { text: string }>;
  const checked = filled('text', text);
  if (parseCloze(checked) === undefined) {
    throw badArgument('The text of a cloze card has no gap, or one that is not well written.', 'Write {{c1::words}}.');
  }
  return extra === undefined ? { kind, text: checked } : { kind, text: checked, extra: filled('extra', extra) };
}

function filled(name: string, text: unknown): string {
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  throw badArgument(`The ${name} of a card is ${typeof text === 'string' ? 'blank' : 'no text'}.`, 'Pass a text.');
}
