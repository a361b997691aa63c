import type { PageBox, TextBox } from '@cubo/contracts';

/** Lines of text that stand together, put together. */
export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  readonly boxes: readonly TextBox[];
  readonly size: number;
  readonly bold: boolean;
  readonly lines: number;
  readonly box: PageBox;
}

/** Rows of cells. */
export interface TableBlock {
  readonly kind: 'table';
  /** The first row is one. */
  readonly hasHeader: boolean;
  readonly rows: readonly { readonly text: string; readonly box: PageBox }[];
}

/** A part of a page, in reading order. */
export type PageBlock = TextBlock | TableBlock;
