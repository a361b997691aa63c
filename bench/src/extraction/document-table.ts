import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A document to extract, and what is known of it. */
export interface TestDocument {
  /** Path below the folder, with slashes. */
  readonly path: string;
  /** The folder it lies in, which stands for its format. */
  readonly format: string;
  /** Texts that must be found in it. */
  readonly snippets: readonly string[];
  /** Texts that must not be found in it: navigation, advertisements. */
  readonly unwanted: readonly string[];
  /** Files with the output that another program's tests expect, as far as they are there. */
  readonly outputs: readonly string[];
  /** Pages, slides or sheets, where they were counted. */
  readonly pages: number | undefined;
  readonly passwords: readonly string[];
}

/**
 * Reads the table `INDEX.tsv` of a folder of documents: path, what is special about it, snippets divided by `||` (after
 * `WITHOUT:` those that must be absent), files of expected output, counts. Without a table every file is a document
 * of which nothing is known.
 */
export async function readDocumentTable(folder: string): Promise<TestDocument[]> {
  const table = await readFile(join(folder, 'INDEX.tsv'), 'utf8').catch(() => undefined);
  if (table === undefined) return everyFile(folder);
  return table
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map(toDocument)
    .map((document) => ({ ...document, outputs: document.outputs.filter((name) => existsSync(join(folder, name))) }));
}

function toDocument(line: string): TestDocument {
  const [path = '', , , special = '', snippets = '', outputs = '', counts = ''] = line.split('\t');
  const [wanted = '', unwanted = ''] = snippets.replace(/^\s*WITH:/, '').split('WITHOUT:');
  const count = /\b(?:pages|slides|sheets)=(\d+)/.exec(counts)?.[1];
  return {
    path,
    format: formatOf(path),
    snippets: parts(wanted),
    unwanted: parts(unwanted),
    outputs: expectedOutputs(outputs),
    pages: count === undefined ? undefined : Number(count),
    passwords: [...special.matchAll(/password "([^"]*)"/g)].map(([, password = '']) => password),
  };
}

/** A note in brackets may follow a name: what ought to be empty is no expected output; metadata is not text. */
function expectedOutputs(cell: string): string[] {
  return [...cell.matchAll(/([^\s(]+\.[a-z]+)(\([^)]*\))?/gi)].flatMap(([, name = '', note = '']) =>
    name.startsWith('expected/') && !note.startsWith('(empty') && !name.endsWith('-metadata.json') ? [name] : [],
  );
}

function parts(cell: string): string[] {
  return cell
    .split('||')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

async function everyFile(folder: string): Promise<TestDocument[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
    .map((path) => ({
      path,
      format: formatOf(path),
      snippets: [],
      unwanted: [],
      outputs: [],
      pages: undefined,
      passwords: [],
    }));
}

function formatOf(path: string): string {
  const [folder = '', file] = path.split('/');
  return file === undefined ? (/\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? 'other') : folder;
}
