import type { OcrLine, OcrResult, PageBox, TextBox } from '@cubo/contracts';
import { createLineJoiner } from '../layout/join-lines.ts';
import { isListItem } from '../layout/line-breaks.ts';
import { unite } from '../layout/placed-run.ts';

/** What was read from a picture of a page, put together. */
export interface RecognizedText {
  readonly text: string;
  readonly boxes: readonly TextBox[];
  readonly box: PageBox;
  readonly confidence: number;
}

/** Puts the lines that an OCR engine has read together; `undefined` where it read nothing. */
export function recognizedText(result: OcrResult): RecognizedText | undefined {
  const lines = result.lines
    .map((line) => ({
      ...line,
      text: line.text
        .toWellFormed()
        .normalize('NFC')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    }))
    .filter(({ text }) => text !== '');
  const [first] = lines;
  if (!first) return undefined;
  const joiner = createLineJoiner(lines.map(({ text }) => text));
  let text = '';
  let box = first.box;
  const boxes: TextBox[] = [];
  for (const line of lines) {
    if (text !== '') {
      const { removed, between } = separate(text, line, joiner.join);
      if (removed > 0) {
        text = text.slice(0, -removed);
        const last = boxes.pop();
        if (last) boxes.push({ ...last, end: text.length });
      }
      text += between;
    }
    const start = text.length;
    text += line.text;
    boxes.push({ start, end: text.length, box: line.box });
    box = unite(box, line.box);
  }
  return { text, boxes, box, confidence: result.confidence };
}

function separate(
  before: string,
  line: OcrLine,
  join: (before: string, after: string) => { removed: number; between: string },
): { removed: number; between: string } {
  if (line.startsParagraph) return { removed: 0, between: '\n\n' };
  return isListItem(line.text) ? { removed: 0, between: '\n' } : join(before, line.text);
}
