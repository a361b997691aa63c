import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestDocument } from './document-table.ts';
import { expectedText, squeeze, wordRecall } from './expected-words.ts';

/** The share of the words of an expected output that must be there. */
const sufficientRecall = 0.9;

/** How a text compares with what is expected of it. */
export interface Judgement {
  /** Whether anything is expected. */
  readonly expected: boolean;
  /** Whether every snippet and nearly every word of the expected outputs is there. */
  readonly found: boolean;
  /** What is missing, for people. */
  readonly missing: readonly string[];
  /** Unwanted texts that are there. */
  readonly unwanted: readonly string[];
}

/** Compares the text of a document with the snippets and outputs that others expect of it. */
export async function judgeExtraction(folder: string, document: TestDocument, text: string): Promise<Judgement> {
  const held = squeeze(text);
  const missing = document.snippets.filter((snippet) => !held.includes(squeeze(snippet)));
  for (const name of document.outputs) {
    const expected = expectedText(name, await readFile(join(folder, name), 'utf8'));
    const recall = wordRecall(expected, text);
    if (recall < sufficientRecall) missing.push(`${name}: ${Math.floor(recall * 100)} % of its words`);
  }
  return {
    expected: document.snippets.length + document.outputs.length > 0,
    found: missing.length === 0,
    missing,
    unwanted: document.unwanted.filter((snippet) => held.includes(squeeze(snippet))),
  };
}
