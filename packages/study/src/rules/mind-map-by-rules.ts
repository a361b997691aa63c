import { randomUUID } from 'node:crypto';
import type { Scope, TextRange } from '@cubo/contracts';
import { sentencesOf } from '@cubo/core';
import { readScope } from '../coverage/read-scope.ts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { findQuote } from '../grounding/find-quote.ts';
import { groundQuote } from '../grounding/ground-quote.ts';
import type { MindMapNode } from '../mind-map/mind-map.ts';
import type { StudyParts } from '../study-parts.ts';
import { nameOfSource } from '../title-of-sources.ts';
import { factsOf, wordsOf } from './facts.ts';
import { countPassagesOf, keywordsOf } from './keywords.ts';
import { plainText, statementsOf } from './statements.ts';

/** Options of {@link mindMapByRules}. */
export interface MindMapByRulesOptions {
  /** Of which documents. Default: all. */
  readonly scope?: Scope | undefined;
  /** Label of the root. */
  readonly title: string;
  /** Levels below the root, at most. Default 3. */
  readonly depth?: number | undefined;
  /** Nodes below one node, at most. Default 6. */
  readonly breadth?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Branch {
  readonly label: string;
  readonly passages: StudyPassage[];
  readonly children: Map<string, Branch>;
}

/** Parts that say where others say something. */
const apparatus =
  /^(?:[\dIVX.]*\s*)(?:references?|bibliography|works cited|see also|external links|further reading|notes|footnotes|(?:table of )?contents|index|(?:front|back) cover|einzelnachweise|literatur(?:verzeichnis)?|quellen|weblinks|siehe auch|fußnoten|inhalt(?:sverzeichnis)?|riferimenti|bibliografia|note|voci correlate|collegamenti esterni|indice|références|bibliographie|voir aussi|liens externes|sommaire|referencias|bibliografía|véase también|enlaces externos|índice)$/iu;

/** Labels are no longer, in characters. */
const longestLabel = 80;

/** A mind map of the headings of documents and the terms that are defined below them; of keywords, where there are none. */
export async function mindMapByRules(
  { cubo }: Pick<StudyParts, 'cubo'>,
  { scope, title, depth = 3, breadth = 6, signal }: MindMapByRulesOptions,
): Promise<MindMapNode> {
  const root: Branch = { label: title, passages: [], children: new Map() };
  const documents = new Set<string>();
  const left: StudyPassage[] = [];
  for await (const passage of readScope(cubo, { scope, signal })) {
    documents.add(passage.source);
    if (passage.heading?.some((label) => apparatus.test(plainText(label)))) left.push(passage);
    else add(root, passage);
  }
  // A document may have nothing else.
  if (root.passages.length === 0) for (const passage of left) add(root, passage);
  const branches = documents.size === 1 ? withoutOnlyChild(root) : root;
  const others = countPassagesOf(root.passages, cubo.analyzer);
  const shape = { depth, breadth, analyzer: cubo.analyzer, others, total: root.passages.length, above: [] };
  return nodeOf({ ...branches, label: title }, shape);
}

function add(root: Branch, passage: StudyPassage): void {
  const { title, heading = [] } = passage;
  const path = [title ?? nameOfSource(passage.source), ...heading].map((label) =>
    plainText(label).slice(0, longestLabel),
  );
  let branch = root;
  for (const label of path) {
    branch.passages.push(passage);
    // The heading of a document is often its title.
    if (label === '' || label === branch.label) continue;
    const child: Branch = branch.children.get(label) ?? { label, passages: [], children: new Map() };
    branch.children.set(label, child);
    branch = child;
  }
  branch.passages.push(passage);
}

/** A map of one document begins with its parts. */
function withoutOnlyChild(branch: Branch): Branch {
  const [only] = branch.children.values();
  if (only === undefined || branch.children.size > 1) return branch;
  return withoutOnlyChild(only);
}

interface Shape {
  readonly depth: number;
  readonly breadth: number;
  readonly analyzer: StudyParts['cubo']['analyzer'];
  /** In how many passages of the map each word stands. */
  readonly others: ReadonlyMap<string, number>;
  readonly total: number;
  /** The labels above. */
  readonly above: readonly string[];
}

function nodeOf(branch: Branch, shape: Shape): MindMapNode {
  const { depth, breadth } = shape;
  // The largest parts, in their order.
  const largest = new Set(
    [...branch.children.values()]
      .toSorted((one, other) => other.passages.length - one.passages.length)
      .slice(0, breadth),
  );
  const above = [...shape.above, branch.label];
  const below = { ...shape, depth: depth - 1, above };
  const parts = [...branch.children.values()]
    .filter((child) => largest.has(child))
    .map((child) => nodeOf(child, below));
  const within = parts.length > 0 ? parts : leavesOf(branch, { ...shape, above });
  const children = depth > 0 ? within : [];
  const grounding = groundLabel(branch);
  return { id: randomUUID(), label: branch.label, origin: 'rules', ...(grounding && { grounding }), children };
}

/** The terms that are defined in a part without parts, or its keywords. */
function leavesOf({ passages }: Branch, { breadth, analyzer, others, total, above }: Shape): MindMapNode[] {
  const defined = factsOf(passages, analyzer).flatMap((fact) =>
    fact.kind === 'definition' ? [{ label: fact.term, note: fact.definition, grounding: fact.grounding }] : [],
  );
  const leaves = defined.length > 0 ? defined : keywordsOf(passages, analyzer, { count: breadth, others, total });
  const distinct = new Map(leaves.map((leaf) => [leaf.label.toLowerCase(), leaf]));
  return [...distinct.values()]
    .filter(({ label }) => !above.some((said) => wordsOf(label).test(said)))
    .slice(0, breadth)
    .map((leaf) => ({ id: randomUUID(), origin: 'rules', children: [], ...leaf }));
}

/** Where a part begins: its heading, or else its first sentence. */
function groundLabel({ label, passages: [passage] }: Branch): MindMapNode['grounding'] {
  if (passage === undefined) return undefined;
  const range = findQuote(passage.text, label) ?? statementsOf(passage)[0] ?? firstSentence(passage);
  return range && groundQuote(passage, range);
}

function firstSentence({ text, kind }: StudyPassage): TextRange | undefined {
  const [first] = sentencesOf(text, kind);
  return first && { start: first.start, end: first.start + first.text.length };
}
