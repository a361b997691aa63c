import type { JsonSchema } from '@cubo/contracts';
import type { Difficulty } from '../difficulty.ts';
import type { ItemKind } from '../generation/item-kind.ts';
import { parseCloze } from './cloze.ts';
import type { FlashcardKind, FlashcardText } from './flashcard.ts';
import { flashcardKey } from './flashcard-text.ts';

/** What is longer is no side of a card, in characters: a model repeats itself. */
const longestText = 4000;

/** What a model is told of each kind. */
const descriptions: Readonly<Record<FlashcardKind, string>> = {
  basic: 'basic: "front" is a question, "back" its short answer, in the words of the quote.',
  reversed:
    'reversed: "front" is a term, "back" what it means, in the words of the quote; each has to be guessed from the other.',
  cloze:
    'cloze: "text" is a sentence of the quote with one or two gaps, each written {{c1::word}}, {{c2::word}}: what is to be remembered.',
};

const examples: Readonly<Record<FlashcardKind, object>> = {
  basic: { kind: 'basic', front: '…', back: '…' },
  reversed: { kind: 'reversed', front: '…', back: '…' },
  cloze: { kind: 'cloze', text: '… {{c1::…}} …' },
};

const difficulties: Readonly<Record<Difficulty, string>> = {
  beginner: 'beginner: ask to recall what is said.',
  intermediate: 'intermediate: ask to understand what is said, and to apply it.',
  advanced: 'advanced: ask for conditions, exceptions and consequences of what is said.',
};

/** The variables of the prompt for cards. */
export function flashcardVariables(kinds: readonly FlashcardKind[], difficulty: Difficulty): Record<string, string> {
  const cards = kinds.map((kind) => ({ source: 1, quote: 'words copied from passage 1', ...examples[kind] }));
  return {
    kinds: kinds.map((kind) => `- ${descriptions[kind]}`).join('\n'),
    difficulty: difficulties[difficulty],
    example: JSON.stringify({ cards }),
  };
}

/** Cards of these kinds, as a language model writes them. */
export function flashcardItemKind(kinds: readonly FlashcardKind[]): ItemKind<FlashcardText> {
  return {
    ...{ prompt: 'flashcards', list: 'cards', schema: schemaOf(kinds) },
    validate: (value) => readCard(value, kinds),
    key: flashcardKey,
    label: (card) => ('text' in card ? card.text : card.front),
    claim(card) {
      // A reversed card has two answers.
      if ('front' in card) return card.kind === 'basic' ? card.back : `${card.front} ${card.back}`;
      const pieces = parseCloze(card.text) ?? [];
      return pieces.flatMap((piece) => ('gap' in piece ? [piece.text] : [])).join(' ');
    },
  };
}

function schemaOf(kinds: readonly FlashcardKind[]): JsonSchema {
  const ofKinds = kinds.map((kind) => {
    const names = kind === 'cloze' ? ['text'] : ['front', 'back'];
    const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    return { type: 'object', properties: { kind: { const: kind }, ...texts }, required: ['kind', ...names] };
  });
  return ofKinds.length === 1 ? (ofKinds[0] as JsonSchema) : { anyOf: ofKinds };
}

/** What a model wrote may lack its kind, or have one that there is not. */
function readCard(
  value: Readonly<Record<string, unknown>>,
  kinds: readonly FlashcardKind[],
): FlashcardText | undefined {
  const text = readText(value.text);
  if (text !== undefined && kinds.includes('cloze') && parseCloze(text) !== undefined) {
    const extra = readText(value.extra);
    return extra === undefined ? { kind: 'cloze', text } : { kind: 'cloze', text, extra };
  }
  const front = readText(value.front);
  const back = readText(value.back);
  const otherwise = kinds.includes('basic') ? 'basic' : 'reversed';
  const kind = value.kind === 'basic' || value.kind === 'reversed' ? value.kind : otherwise;
  if (front === undefined || back === undefined || !kinds.includes(kind)) return undefined;
  const card: FlashcardText = { kind, front, back };
  return flashcardKey(card) === flashcardKey({ kind, front: back, back: front }) ? undefined : card;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  return /[^\s\p{Cf}]/u.test(value) ? value.trim() : undefined;
}
