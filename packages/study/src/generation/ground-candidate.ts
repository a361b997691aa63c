import type { Analyzer } from '@cubo/contracts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { type QuotableText, quotableText } from '../grounding/find-quote.ts';
import { contextOf, groundQuote, topicOf } from '../grounding/ground-quote.ts';
import { supportsClaim } from '../grounding/supports-claim.ts';
import type { Candidate } from './collect-items.ts';
import type { GroundedItem, ItemKind } from './item-kind.ts';
import type { NumberedStudyPassage } from './show-passages.ts';

/** Why an item of a model was not taken. */
export type DropReason =
  /** It is no item of its kind. */
  | 'invalid'
  /** It names no passage that the model was shown. */
  | 'no-source'
  /** Its quote is missing, or does not stand in the passage that it names. */
  | 'quote-not-found'
  /** Its quote does not say what it claims. */
  | 'unsupported'
  /** It is there already. */
  | 'duplicate';

const texts = new WeakMap<StudyPassage, QuotableText>();

/** An item that a model wrote, checked against the passages that it was shown; or why it is none. Never throws. */
export function groundCandidate<Item>(
  ...given: Parameters<typeof checkCandidate<Item>>
): ReturnType<typeof checkCandidate<Item>> {
  try {
    return checkCandidate(...given);
  } catch {
    // What a model wrote may be nested deeper than can be gone through.
    return 'invalid';
  }
}

function checkCandidate<Item>(
  candidate: Candidate,
  kind: ItemKind<Item>,
  options: {
    readonly passages: readonly NumberedStudyPassage[];
    readonly analyzer: Analyzer;
    /** Keys of the items that there are. */
    readonly keys: ReadonlySet<string>;
  },
): (GroundedItem<Item> & { readonly key: string }) | DropReason {
  const { passages, analyzer, keys } = options;
  const item = kind.validate(candidate);
  if (item === undefined) return 'invalid';
  const { source, quote } = candidate;
  const number = sourceNumber(source);
  const passage = passages.find((shown) => shown.number === number)?.passage;
  if (passage === undefined) return 'no-source';
  const range = typeof quote === 'string' ? textOf(passage).find(quote) : undefined;
  if (range === undefined) return 'quote-not-found';
  const key = kind.key(item);
  if (keys.has(key)) return 'duplicate';
  const grounding = groundQuote(passage, range);
  const context = contextOf(passage);
  if (!supportsClaim(grounding.quote, kind.claim(item), analyzer, { context })) return 'unsupported';
  return { item, grounding, topic: topicOf(passage), key };
}

/** A number as models write it: `3`, `"3"`, `"[3]"`, `"Passage 3"`, `[3]`. */
function sourceNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (Array.isArray(value) && value.length === 1) return sourceNumber(value[0]);
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const numbers = value.match(/\d+/g) ?? [];
  return numbers.length === 1 ? Number(numbers[0]) : undefined;
}

function textOf(passage: StudyPassage): QuotableText {
  const known = texts.get(passage);
  if (known !== undefined) return known;
  const text = quotableText(passage.text);
  texts.set(passage, text);
  return text;
}
