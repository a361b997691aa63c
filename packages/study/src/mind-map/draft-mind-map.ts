import { CuboError } from '@cubo/contracts';
import { samplePassages } from '../coverage/sample-passages.ts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { generateItems } from '../generation/generate-items.ts';
import type { DropReason } from '../generation/ground-candidate.ts';
import { documentName } from '../grounding/document-name.ts';
import { mindMapByRules } from '../rules/mind-map-by-rules.ts';
import type { StudyParts } from '../study-parts.ts';
import { cleanLabel, longestLabel } from './clean-label.ts';
import { badMap } from './errors.ts';
import { growTree } from './grow-tree.ts';
import { type MindMapItem, mindMapItems } from './mind-map-item.ts';
import type { GenerateMindMapOptions } from './mind-maps.ts';
import { checkedNumber, checkedText } from './node-text.ts';
import type { DroppedNode } from './read-tree.ts';
import type { MindMapDraft } from './store-mind-map.ts';

/** Passages that a model is shown, at most. */
const mostShown = 40;
/** A model is asked for so many nodes, at most. */
const mostAsked = 40;

/** A map of documents, as a language model or their headings have it. */
export async function draftMindMap(
  parts: StudyParts,
  options: GenerateMindMapOptions,
): Promise<{
  readonly draft: MindMapDraft;
  readonly dropped: readonly DroppedNode[];
  readonly refused?: Readonly<Record<DropReason, number>>;
}> {
  const { scope, signal } = options;
  const depth = checkedNumber('The depth', options.depth ?? 3, 1, 6);
  const breadth = checkedNumber('The breadth', options.breadth ?? 6, 1, 20);
  const given = options.title === undefined ? undefined : checkedText('title', options.title, longestLabel);
  const byRules = parts.generator.id === 'extractive';
  const passages = await samplePassages(parts, { scope, count: mostShown, signal });
  if (passages.length === 0) {
    throw badMap('The scope of the mind map holds no text.', 'Ingest documents first, or widen the scope.');
  }
  const { title, titleSources } = given === undefined ? titleOf(passages) : { title: given, titleSources: [] };
  if (byRules) {
    const { children } = await mindMapByRules(parts, { scope, title, depth, breadth, signal });
    if (children.length === 0) {
      throw badMap(
        'The documents have neither headings nor terms.',
        'Use a language model, or make the map by create().',
      );
    }
    return { draft: { title, titleSources, origin: 'rules', children }, dropped: [] };
  }
  const named = new Map<string, MindMapItem>();
  const { items, dropped: refused } = await generateItems(parts, mindMapItems(title, named), {
    passages,
    count: Math.min(mostAsked, breadth * (depth === 1 ? 1 : 2 * Math.min(depth, 3))),
    variables: { title, depth: String(depth), breadth: String(breadth) },
    signal,
  });
  const { children, dropped } = growTree(items, named, { depth, breadth });
  if (children.length === 0) throw noNodes(parts.generator.id);
  return { draft: { title, titleSources, origin: 'model', children }, dropped, refused };
}

/** The titles of up to three documents. */
function titleOf(passages: readonly StudyPassage[]): { readonly title: string; readonly titleSources: string[] } {
  const titles = new Map<string, string>();
  for (const { source, title, heading } of passages) {
    const label = cleanLabel(title ?? heading?.[0] ?? documentName(source));
    if (label !== undefined && !titles.has(source)) titles.set(source, label);
  }
  const shown = [...titles].slice(0, 3);
  const more = titles.size > shown.length ? ', …' : '';
  const joined = [...new Set(shown.map(([, title]) => title))].join(', ') + more;
  return { title: cleanLabel(joined, longestLabel) ?? '…', titleSources: shown.map(([source]) => source) };
}

function noNodes(generator: string): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The generator ${generator} wrote no node of a mind map that rests on words of the documents.`,
    remedy: 'Narrow the scope to one document or a part of it, or use another model.',
  });
}
