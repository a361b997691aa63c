import type { TextRun } from '../layout/text-run.ts';

/** What is on a page, as far as it can be had without recognising characters in pictures. */
export interface PageContent {
  /** From 1. */
  readonly page: number;
  /** Of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  /** Text, values of form fields and text boxes, in the order in which they are drawn. */
  readonly runs: readonly TextRun[];
  /** Comments, which have no place in the text. */
  readonly notes: readonly string[];
  /** Whether the page has next to no text and a picture, or a drawing, that may show some. */
  readonly isPicture: boolean;
  /** Files that are attached to the page. */
  readonly attachments: readonly { readonly name: string; readonly id: string }[];
  /** Whether text was left out because there is more than a page may have. */
  readonly isCut: boolean;
}
