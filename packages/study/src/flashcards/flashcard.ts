import type { Grounding } from '../grounding/grounding.ts';
import type { Origin } from '../origin.ts';

/** What every flashcard has. */
export interface FlashcardBase {
  readonly id: string;
  /** Id of the deck it is in. */
  readonly deck: string;
  readonly tags: readonly string[];
  readonly origin: Origin;
  /** What it is about: a heading of its document, as a rule. */
  readonly topic?: string | undefined;
  /** Whether it is left out of what is to be reviewed. Default false. */
  readonly suspended?: boolean | undefined;
  /** Where its answer stands. Without for what the user or another program has made. */
  readonly grounding?: Grounding | undefined;
}

/** A front and a back. A reversed one is also asked from back to front. */
export interface TwoSidedFlashcard extends FlashcardBase {
  readonly kind: 'basic' | 'reversed';
  readonly front: string;
  readonly back: string;
}

/** A text with gaps, of which each is asked on its own. */
export interface ClozeFlashcard extends FlashcardBase {
  readonly kind: 'cloze';
  /** Gaps are written as Anki writes them: `The notice period is {{c1::three months::how long?}}.` */
  readonly text: string;
  /** Shown with the answer. */
  readonly extra?: string | undefined;
}

/** A flashcard. */
export type Flashcard = TwoSidedFlashcard | ClozeFlashcard;

/** Kind of a flashcard. */
export type FlashcardKind = Flashcard['kind'];

/** What is written on a card. */
export type FlashcardText =
  | Pick<TwoSidedFlashcard, 'kind' | 'front' | 'back'>
  | Pick<ClozeFlashcard, 'kind' | 'text' | 'extra'>;
