import fc from 'fast-check';
import type { MindMapNode } from '../../src/mind-map/mind-map.ts';

const words = [
  'Miete',
  'Donaudampfschifffahrtsgesellschaftskapitän',
  '賃貸借契約の基本的な仕組み',
  'عقد إيجار السكن',
  'a',
  '950 €',
  '<b>&"quoted"</b>',
  '#5 `code` [x](y)',
  '👩‍👩‍👧',
];

/** Labels of many languages, short and long, with all that means something to a format. */
export const labels = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ minLength: 1, maxLength: 12 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map(
    (parts) =>
      parts
        .join(' ')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim() || 'blank',
  );

/** Trees of up to a few hundred nodes. */
export const trees: fc.Arbitrary<MindMapNode> = fc
  .array(fc.tuple(fc.nat(), labels), { maxLength: 60 })
  .chain((entries) => labels.map((label) => grow(label, entries)));

/** A tree in which each node is below one of those before it. */
function grow(title: string, entries: readonly (readonly [above: number, label: string])[]): MindMapNode {
  const nodes = [node('0', title)];
  for (const [index, [above, label]] of entries.entries()) {
    const grown = node(String(index + 1), label);
    (nodes[above % nodes.length] as { children: MindMapNode[] }).children.push(grown);
    nodes.push(grown as never);
  }
  return nodes[0] as MindMapNode;
}

function node(id: string, label: string): MindMapNode & { children: MindMapNode[] } {
  return { id, label, origin: 'user', children: [] };
}
