import { readFileSync } from 'node:fs';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { createAnalyzer } from '@cubo/core';
import type { StudyPassage } from '../../src/coverage/study-passage.ts';
import { type GenerationParts, generateItems } from '../../src/generation/generate-items.ts';
import type { ItemKind } from '../../src/generation/item-kind.ts';
import { loadStudyPrompts } from '../../src/prompts/study-prompts.ts';
import type { StudyParts } from '../../src/study-parts.ts';

/** What a model wrote, and what is to be made of it. */
export interface BadOutput<Expected> {
  /** Kind of the questions, of those of a quiz. */
  readonly kind?: string;
  readonly name: string;
  readonly text: string;
  /** Items, or the names of items that occur often. */
  readonly expected: Expected;
}

/** A file of outputs. */
export interface BadOutputs<Expected> {
  /** The passages that the model was shown. */
  readonly passages?: readonly string[];
  readonly items: Readonly<Record<string, unknown>>;
  readonly cases: readonly BadOutput<Expected>[];
}

/** Reads one of the files of outputs: the first line has what all share, and each other line is one of them. */
export function readBadOutputs<Expected = readonly unknown[]>(name: string): BadOutputs<Expected> {
  const text = readFileSync(new URL(`bad-outputs/${name}.jsonl`, import.meta.url), 'utf8');
  const [shared, ...cases] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { ...shared, cases };
}

const analyzer = createAnalyzer();
const prompts = loadStudyPrompts();

/** Parts of a study whose model writes a text, and nothing when it is asked again. */
export function partsThatWrite(text: string): GenerationParts & StudyParts {
  const texts = [text];
  const generator = scriptedGenerator({ script: () => texts.shift() ?? '' });
  return { cubo: { analyzer }, generator, prompts } as unknown as GenerationParts & StudyParts;
}

/** The passages of a file as they would be read from a library. */
function passagesOf({ passages = [] }: BadOutputs<unknown>): StudyPassage[] {
  return passages.map((text, id) => ({
    ...{ id, ordinal: id, source: 'cells.md', kind: 'prose', sha256: 'x', text },
    locator: { kind: 'characters', start: 0, end: text.length },
  }));
}

/** The items that are made of an output, and those that should be. */
export async function itemsOf<Item>(
  kind: ItemKind<Item>,
  { text, expected }: BadOutput<readonly unknown[]>,
  file: BadOutputs<unknown>,
): Promise<{ readonly made: readonly Item[]; readonly expected: readonly unknown[] }> {
  const passages = passagesOf(file);
  const variables = { kinds: '', difficulty: '', example: '', title: '', depth: '', breadth: '' };
  const { items } = await generateItems(partsThatWrite(text), kind, { passages, count: 10, variables });
  for (const { grounding } of items) {
    if (!passages.some((passage) => passage.id === grounding.chunk && passage.text.includes(grounding.quote))) {
      throw new Error(`${grounding.quote} stands nowhere.`);
    }
  }
  return {
    made: items.map(({ item }) => item),
    expected: expected.map((name) => (typeof name === 'string' ? file.items[name] : name)),
  };
}
