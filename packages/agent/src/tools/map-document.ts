import { fencePassages, promptAttribute, textTokens } from '@cubo/core';
import type { NumberedPassage } from '../citations/passage-book.ts';
import type { ShownPassage } from './agent-tool.ts';
import type { LibraryToolParts } from './library-tool-parts.ts';

/** What stands around the passages of a prompt, and the task, at most. */
const promptAround = 500;

/** Notes of a generator on a whole document, part by part, as much of it at a time as its window takes. */
export async function mapDocument(
  passages: AsyncIterable<ShownPassage>,
  parts: Pick<LibraryToolParts, 'book' | 'prompts' | 'write' | 'promptTokens'>,
  options: { readonly document: string; readonly task: string; readonly signal: AbortSignal },
): Promise<string[]> {
  const { book, prompts, write } = parts;
  const { document, task, signal } = options;
  const groups = await groupPassages(passages, parts, parts.promptTokens - promptAround - textTokens(task));
  const notes: string[] = [];
  for (const [index, group] of groups.entries()) {
    const values = { part: String(index + 1), parts: String(groups.length), document: promptAttribute(document), task };
    notes.push(await write(prompts.fill('analyze-part', { ...values, passages: fencePassages(group) }), signal));
  }
  showCited(notes, groups.flat(), book);
  return notes;
}

/**
 * Brings notes together into one text. Where they are too long for one prompt, they are brought together in groups first.
 */
export async function reduceNotes(
  notes: readonly string[],
  parts: Pick<LibraryToolParts, 'prompts' | 'write' | 'promptTokens'>,
  options: { readonly document: string; readonly task: string; readonly signal: AbortSignal },
): Promise<string> {
  const { prompts, write, promptTokens } = parts;
  const { document, task, signal } = options;
  const [only] = notes;
  if (only !== undefined && notes.length === 1) return only;
  const room = promptTokens - promptAround - textTokens(task);
  const groups = groupBy(notes, room, textTokens);
  const fill = (group: readonly string[]) =>
    prompts.fill('analyze-whole', { document: promptAttribute(document), task, notes: group.join('\n\n') });
  if (groups.length === 1 || groups.length === notes.length) {
    // Notes of which no two have room together are cut: there is no other way on.
    const fitting = groups.length === 1 ? notes : notes.map((note) => cutTo(note, room / notes.length));
    return write(fill(fitting), signal);
  }
  const reduced: string[] = [];
  for (const group of groups) reduced.push(await write(fill(group), signal));
  return reduceNotes(reduced, parts, options);
}

async function groupPassages(
  passages: AsyncIterable<ShownPassage>,
  { book }: Pick<LibraryToolParts, 'book'>,
  room: number,
): Promise<NumberedPassage[][]> {
  const all: NumberedPassage[] = [];
  for await (const passage of passages) all.push(...book.number([passage]));
  return groupBy(all, room, (passage) => textTokens(fencePassages([passage])));
}

/** Groups neighbours, each group as large as there is room, at least one in each. */
function groupBy<Item>(items: readonly Item[], room: number, tokensOf: (item: Item) => number): Item[][] {
  const groups: Item[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const more = tokensOf(item);
    if (tokens + more > room) {
      groups.push([]);
      tokens = 0;
    }
    tokens += more;
    groups.at(-1)?.push(item);
  }
  return groups;
}

/** Of a whole document only those passages are sources that the notes rest on. */
function showCited(
  notes: readonly string[],
  passages: readonly NumberedPassage[],
  book: LibraryToolParts['book'],
): void {
  const cited = new Set(notes.flatMap((note) => [...note.matchAll(/\d{1,5}/g)].map(([number]) => Number(number))));
  book.show(passages.filter(({ number }) => cited.has(number)));
}

function cutTo(text: string, tokens: number): string {
  const all = textTokens(text);
  return all <= tokens ? text : text.slice(0, Math.floor((text.length * tokens) / all));
}
