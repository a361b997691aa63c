import { type CharacterRange, charactersIn, charactersInBoth, unionOf } from './character-ranges.ts';

/** How well passages cover what answers a question, by characters: means over questions, each 0 to 1. */
export interface SpanMetrics {
  /** The share of the reference that is in some passage. */
  readonly recall: number;
  /** The share of the passages that is reference; what several passages repeat counts each time in what they are long. */
  readonly precision: number;
  /** Intersection over union: the characters that are both, as a share of those that are either. */
  readonly iou: number;
}

/** What was found in a document, and what ought to have been. */
export interface JudgedPassages {
  readonly passages: readonly CharacterRange[];
  /** At least one character. */
  readonly reference: readonly CharacterRange[];
}

/** Measures passages against reference spans, as the chunking evaluation of Smith and Troynikov (Chroma 2024) does. */
export function spanMetrics(judged: readonly JudgedPassages[]): SpanMetrics {
  let [recall, precision, iou] = [0, 0, 0];
  for (const { passages, reference } of judged) {
    const both = charactersInBoth(passages, reference);
    const wanted = charactersIn(unionOf(reference));
    const found = charactersIn(passages);
    recall += both / wanted;
    precision += found === 0 ? 0 : both / found;
    iou += both / (found + wanted - both);
  }
  const questions = Math.max(1, judged.length);
  return { recall: recall / questions, precision: precision / questions, iou: iou / questions };
}
