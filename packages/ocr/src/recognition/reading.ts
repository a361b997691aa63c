import type { TesseractBlock, TesseractBox, TesseractWord } from '../threads/tesseract-core.ts';

/** A line of words as they were read, the confidence 0 to 1, in pixels from the upper left. */
export interface ReadLine {
  readonly text: string;
  readonly confidence: number;
  readonly box: TesseractBox;
  readonly startsParagraph: boolean;
}

/** What one pass over an image has given. */
export interface Reading {
  readonly lines: readonly ReadLine[];
  /** Mean confidence of all characters that were seen, also of those in lines that are left out as noise; 0 to 1. */
  readonly certainty: number;
  /** Characters in words that were read with some certainty: how much there is of it. */
  readonly legible: number;
  /** The share of letters beyond the Latin script among those, 0 to 1. */
  readonly beyondLatin: number;
}

/** From this confidence on a word is taken for one. */
const wordConfidence = 0.6;
/** Where a page as a whole is read with less, what looks like words is mostly shapes of a picture. */
const doubtfulCertainty = 0.45;
/** The words of such a page, and short ones on any, have to be surer. */
const sureConfidence = 0.75;

const wordCharacter = /[\p{L}\p{N}]/u;
/** Scripts that are written without spaces; Tesseract gives each of their words as one, between spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/** Takes the lines from what Tesseract found, and leaves out those in which there is probably no text. */
export function toReading(blocks: readonly TesseractBlock[]): Reading {
  const words = blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
  );
  const certainty = meanConfidence(words);
  const doubtful = certainty < doubtfulCertainty;
  const lines: ReadLine[] = [];
  for (const { paragraphs } of blocks) {
    for (const paragraph of paragraphs) {
      let startsParagraph = true;
      for (const line of paragraph.lines) {
        if (isNoise(line.words, doubtful)) continue;
        const kept = line.words.filter((word) => !isSpeck(word));
        lines.push({
          text: joinWords(kept),
          confidence: meanConfidence(kept),
          box: line.bbox,
          startsParagraph,
        });
        startsParagraph = false;
      }
    }
  }
  const sure = words.filter(({ confidence }) => confidence >= 100 * wordConfidence);
  const text = sure.map((word) => word.text).join('');
  const legible = countOf(/[\p{L}\p{N}]/gu, text);
  const beyondLatin = countOf(/[^\P{L}\p{Script=Latin}]/gu, text) / Math.max(1, countOf(/\p{L}/gu, text));
  return { lines, certainty, legible, beyondLatin };
}

/** A line is text when it holds a word of two characters, or one that is surer, or a number. */
function isNoise(words: readonly TesseractWord[], doubtful: boolean): boolean {
  const least = doubtful ? sureConfidence : wordConfidence;
  const sure = words.some(({ text, confidence }) => {
    const letters = countOf(/[\p{L}\p{N}]/gu, text);
    const needed = letters > 1 && !doubtful ? least : Math.max(least, sureConfidence);
    return letters > 0 && confidence >= 100 * needed;
  });
  return !sure || (doubtful && meanConfidence(words) < wordConfidence);
}

/** A dot or dash that is probably dirt, a rule or the edge of a picture. */
function isSpeck({ text, confidence }: TesseractWord): boolean {
  return text.trim() === '' || (confidence < 40 && !wordCharacter.test(text));
}

function joinWords(words: readonly TesseractWord[]): string {
  let text = '';
  for (const word of words) {
    const joined = text !== '' && unspaced.test(text.at(-1) ?? '') && unspaced.test(word.text[0] ?? '');
    text += text === '' || joined ? word.text : ` ${word.text}`;
  }
  return text.normalize('NFC').toWellFormed();
}

/** The mean of the words' confidences by their length, 0 to 1; 0 where there are none. */
function meanConfidence(words: readonly TesseractWord[]): number {
  let sum = 0;
  let characters = 0;
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    characters += text.length;
  }
  return characters === 0 ? 0 : Math.min(1, Math.max(0, sum / characters / 100));
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
