import { CuboError } from '@cubo/contracts';
import type { Spacing, StructuredSections } from '../shared/structured-sections.ts';

/** The most characters of a note, a text box or another part that is read whole. */
const mostCharacters = 32 * 1024 * 1024;

/** Takes the headings, paragraphs and table rows of a document in order. */
export type BlockSink = Pick<StructuredSections, 'heading' | 'text' | 'row' | 'endTable'>;

/** A heading, paragraph or table row that is held back. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly spacing: Spacing }
  | { readonly kind: 'row'; readonly cells: readonly string[]; readonly isHeader: boolean }
  | { readonly kind: 'endTable' };

/** A sink that holds its blocks back until they are asked for. */
export interface BlockBuffer extends BlockSink {
  /** Characters that are held. */
  size(): number;
  /** Whether there are rows of a table among the blocks. */
  hasRows(): boolean;
  /** Gives the blocks to another sink and forgets them. */
  drainTo(sink: BlockSink): void;
  /** All text, one line per paragraph and row, cells divided by ` | `. */
  lines(): string;
  /** All text on a single line, as the cell of a table shows it. */
  line(): string;
}

/** An empty buffer. */
export function createBlockBuffer(): BlockBuffer {
  let blocks: Block[] = [];
  let size = 0;

  function add(block: Block, characters: number): void {
    blocks.push(block);
    size += characters;
    if (size > mostCharacters) throw tooMuch();
  }

  function texts(cellBorder: string): string[] {
    return blocks.flatMap((block) => {
      if (block.kind === 'endTable') return [];
      return block.kind === 'row' ? [block.cells.filter((cell) => cell !== '').join(cellBorder)] : [block.text];
    });
  }

  return {
    heading: (level, text) => add({ kind: 'heading', level, text }, text.length),
    text: (text, spacing = 'paragraph') => add({ kind: 'text', text, spacing }, text.length),
    row: (cells, isHeader) =>
      add(
        { kind: 'row', cells, isHeader },
        cells.reduce((sum, cell) => sum + cell.length, 0),
      ),
    endTable: () => add({ kind: 'endTable' }, 0),
    size: () => size,
    hasRows: () => blocks.some(({ kind }) => kind === 'row'),
    drainTo(sink) {
      const held = blocks;
      blocks = [];
      size = 0;
      for (const block of held) passBlock(block, sink);
    },
    lines: () => texts(' | ').join('\n'),
    line: () => texts(' ').join(' ').replaceAll('\n', ' '),
  };
}

function passBlock(block: Block, sink: BlockSink): void {
  if (block.kind === 'heading') sink.heading(block.level, block.text);
  else if (block.kind === 'text') sink.text(block.text, block.spacing);
  else if (block.kind === 'row') sink.row(block.cells, block.isHeader);
  else sink.endTable();
}

function tooMuch(): CuboError {
  return new CuboError({
    code: 'CUBO_LIMIT_EXCEEDED',
    message: `A part of the document that is read as one, such as a text box, has more than ${mostCharacters} characters.`,
    remedy: 'Split the document into smaller ones.',
  });
}
