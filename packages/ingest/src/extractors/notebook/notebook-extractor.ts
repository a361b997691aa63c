import { CuboError, type Extractor, type Section, type UnreadPlace } from '@cubo/contracts';
import { readSource } from '../../sources/read-source.ts';
import { decodeText } from '../../text/decode-text.ts';
import { textLines } from '../../text/text-lines.ts';
import { createMarkdownSections } from '../markdown/markdown-sections.ts';
import { emptySource } from '../shared/empty-source.ts';

/** More of what a cell has printed is reported as unread. */
const longestOutput = 20_000;
const deepestHeading = 6;

/**
 * Reads Jupyter notebooks (nbformat 3 and 4): cells in order, Markdown with its headings as breadcrumb, code as code
 * under the heading above it, followed by the text that it printed, up to 20 000 characters. Pictures in the output are
 * left out. A file is held in memory, with what it says.
 */
export function notebookExtractor(): Extractor {
  return {
    id: 'notebook@1',
    mediaTypes: ['application/x-ipynb+json'],
    extensions: ['.ipynb'],
    async *extract(source, context): AsyncGenerator<Section> {
      const { maximumBytes, signal } = context;
      const bytes = await readSource(source, { maximumBytes, signal });
      const notebook = parseNotebook(bytes, source.uri);
      const { title } = (notebook.metadata ?? {}) as { title?: unknown };
      if (typeof title === 'string' && title.trim() !== '') context.describe({ title: title.trim() });
      const markdown = createMarkdownSections((description) => {
        if (typeof title !== 'string') context.describe(description);
      });
      let offset = 0;
      let heading: readonly string[] | undefined;
      let empty = true;
      for (const [index, cell] of cellsOf(notebook).entries()) {
        signal?.throwIfAborted();
        const cut = () => context.unread({ place: `the output of cell ${index + 1}`, ...tooMuch });
        for (const [kind, text] of partsOf(cell, cut)) {
          const start = offset;
          offset += text.length + 2;
          if (text.trim() === '') continue;
          empty = false;
          if (kind !== 'markdown') {
            const locator = heading ? { kind: 'heading' as const, path: heading } : { kind: 'characters' as const };
            yield { text, kind, locator: { ...locator, start, end: start + text.length }, ...(heading && { heading }) };
            continue;
          }
          const sections: Section[] = [];
          for await (const line of textLines(one(text)))
            sections.push(...markdown.push({ ...line, start: line.start + start }));
          sections.push(...markdown.finish());
          heading = sections.at(-1)?.heading ?? heading;
          // Lines count within the cell, which nobody sees in a notebook.
          for (const section of sections) yield withoutLines(section);
        }
      }
      if (empty) throw emptySource(source.uri);
    },
  };
}

const tooMuch: Omit<UnreadPlace, 'place'> = {
  reason: `Only the first ${longestOutput} characters of it are read; where the rest matters, save it as a text.`,
  code: 'CUBO_LIMIT_EXCEEDED',
};

interface Notebook {
  readonly metadata?: unknown;
  readonly cells?: unknown;
  readonly worksheets?: unknown;
}

function parseNotebook(bytes: Uint8Array, uri: string): Notebook {
  try {
    const value: unknown = JSON.parse(decodeText(bytes, uri).text);
    if (typeof value === 'object' && value !== null && ('cells' in value || 'worksheets' in value)) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new CuboError({
    code: 'CUBO_FORMAT_INVALID',
    message: `${uri} is no readable Jupyter notebook.`,
    remedy: 'Open it in Jupyter and save it again, or give it the extension .json.',
    path: uri,
  });
}

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Texts are strings or lists of lines. */
function textOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join('') : value;
  return typeof text === 'string' ? text.replace(/\r\n?/g, '\n').toWellFormed() : '';
}

function cellsOf(notebook: Notebook): readonly unknown[] {
  if (Array.isArray(notebook.cells)) return notebook.cells;
  return list(notebook.worksheets).flatMap((sheet) => list(fields(sheet).cells));
}

function partsOf(value: unknown, cut: () => void): (readonly ['markdown' | 'code' | 'prose', string])[] {
  const cell = fields(value);
  const text = textOf(cell.source ?? cell.input);
  if (cell.cell_type === 'heading') return [['markdown', `${'#'.repeat(levelOf(cell.level))} ${text}`]];
  if (cell.cell_type === 'markdown') return [['markdown', text]];
  if (cell.cell_type !== 'code') return [['prose', text]];
  const output = list(cell.outputs).map(outputText).join('\n').trim();
  if (output.length > longestOutput) cut();
  return [
    ['code', text.trimEnd()],
    ['prose', output.slice(0, longestOutput).toWellFormed()],
  ];
}

function levelOf(value: unknown): number {
  const level = Math.floor(Number(value));
  return level >= 1 ? Math.min(level, deepestHeading) : 1;
}

/** What an output shows as text: streams, results and errors. */
function outputText(value: unknown): string {
  const output = fields(value);
  if (output.output_type === 'error' || output.output_type === 'pyerr')
    return `${textOf(output.ename)}: ${textOf(output.evalue)}`;
  return textOf(output.text ?? fields(output.data)['text/plain']).trimEnd();
}

function withoutLines(section: Section): Section {
  const { kind, start, end } = section.locator;
  return kind === 'lines' ? { ...section, locator: { kind: 'characters', start, end } } : section;
}

async function* one(text: string): AsyncGenerator<string> {
  yield text;
}
