import type { TextRun } from '../layout/text-run.ts';
import { type Matrix, mapBox } from './page-geometry.ts';

/** What annotations add to a page. */
export interface PageAnnotations {
  /** Values of form fields and text boxes, at their places. */
  readonly runs: readonly TextRun[];
  /** Comments. */
  readonly notes: readonly string[];
  readonly attachments: readonly { readonly name: string; readonly id: string }[];
}

/** What is read of an annotation of pdf.js. */
interface Annotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly contentsObj?: { readonly str?: string };
  readonly textContent?: readonly string[];
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly buttonValue?: unknown;
  readonly exportValue?: unknown;
  readonly radioButton?: boolean;
  readonly checkBox?: boolean;
  readonly options?: readonly { readonly exportValue?: string; readonly displayValue?: string }[];
  readonly password?: boolean;
  readonly hidden?: boolean;
  readonly noView?: boolean;
  readonly defaultAppearanceData?: { readonly fontSize?: number };
  readonly fileId?: string;
  readonly file?: { readonly filename?: string };
}

const usualSize = 10;
/** Estimated width of a character in shares of its size. */
const characterWidth = 0.5;

/** Puts what a page's annotations say where it belongs. */
export function readAnnotations(annotations: readonly object[], toUpright: Matrix): PageAnnotations {
  const runs: TextRun[] = [];
  const notes: string[] = [];
  const attachments: { name: string; id: string }[] = [];
  for (const annotation of annotations as readonly Annotation[]) {
    const { subtype, rect, fileId, file } = annotation;
    if (fileId !== undefined && file) attachments.push({ name: file.filename || 'attachment', id: fileId });
    if (annotation.hidden || annotation.noView) continue;
    const lines = linesOf(annotation);
    if (lines.length === 0) continue;
    if (rect && (subtype === 'Widget' || subtype === 'FreeText'))
      runs.push(...place(lines, annotation, rect, toUpright));
    // The window of a comment repeats it.
    else if (subtype !== 'Popup' && subtype !== 'Link') notes.push(lines.join('\n'));
  }
  return { runs, notes, attachments };
}

function linesOf(annotation: Annotation): string[] {
  const text = annotation.subtype === 'Widget' ? fieldText(annotation) : commentText(annotation);
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function commentText({ contentsObj, textContent }: Annotation): string {
  return contentsObj?.str?.trim() || (textContent?.join('\n') ?? '');
}

function fieldText({
  fieldType,
  fieldValue,
  exportValue,
  buttonValue,
  checkBox,
  radioButton,
  options,
  password,
}: Annotation) {
  if (password) return '';
  if (fieldType === 'Btn') {
    const isOn = checkBox ? fieldValue === exportValue : radioButton && fieldValue === buttonValue;
    return isOn && fieldValue && fieldValue !== 'Off' ? '☒' : '';
  }
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values
    .filter((value): value is string => typeof value === 'string')
    .map((value) => options?.find((option) => option.exportValue === value)?.displayValue ?? value)
    .join('\n');
}

function place(
  lines: readonly string[],
  annotation: Annotation,
  rect: readonly number[],
  toUpright: Matrix,
): TextRun[] {
  const [left, bottom, right, top] = mapBox(toUpright, rect);
  const stated = annotation.defaultAppearanceData?.fontSize || usualSize;
  const size = Math.min(stated, (top - bottom) / lines.length) || usualSize;
  // A single line stands in the middle of its field, several begin at the top.
  const first = lines.length === 1 ? (bottom + top) / 2 - size * 0.3 : top - size;
  return lines.map((text, index) => ({
    text,
    x: left + 1,
    y: first - index * size * 1.15,
    angle: 0,
    width: Math.min(right - left, text.length * size * characterWidth),
    size,
    bold: false,
    rightToLeft: /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text),
    spaceBefore: true,
  }));
}
