/** Measures ranges of one text, in characters or in tokens. Lengths add up, and white space at a border may be free. */
export interface TextMeasure {
  /** The length of `[start, end)`. */
  length(start: number, end: number): number;
  /** The furthest end for which `[start, end)` is not longer than `amount`; it may lie behind the text. */
  advance(start: number, amount: number): number;
  /** The first start for which `[start, end)` is not longer than `amount`. */
  retreat(end: number, amount: number): number;
}

/** Makes the measure of a text. */
export type MeasureText = (text: string) => TextMeasure;

const characters: TextMeasure = {
  length: (start, end) => end - start,
  advance: (start, amount) => start + amount,
  retreat: (end, amount) => Math.max(0, end - amount),
};

/** Measures in UTF-16 code units. */
export const characterMeasure: MeasureText = () => characters;
