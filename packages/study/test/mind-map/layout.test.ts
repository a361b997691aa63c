import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutMindMap } from '../../src/mind-map/layout/lay-out-mind-map.ts';
import type { MindMapLayout, PlacedNode } from '../../src/mind-map/layout/layout.ts';
import { nodeBox } from '../../src/mind-map/layout/node-box.ts';
import { textWidth } from '../../src/mind-map/layout/text-width.ts';
import { wrapText } from '../../src/mind-map/layout/wrap-text.ts';
import type { MindMapNode } from '../../src/mind-map/mind-map.ts';
import { labels, trees } from './map-arbitrary.ts';

const leaf = (label: string, children: readonly MindMapNode[] = []): MindMapNode => ({
  id: label,
  label,
  origin: 'user',
  children,
});

function overlap(one: PlacedNode, other: PlacedNode): boolean {
  const slack = 1e-6;
  return (
    Math.abs(one.x - other.x) < (one.box.width + other.box.width) / 2 - slack &&
    Math.abs(one.y - other.y) < (one.box.height + other.box.height) / 2 - slack
  );
}

for (const layout of ['right', 'left', 'down', 'radial'] satisfies MindMapLayout[]) {
  test(`no two boxes overlap, and none is outside the picture: ${layout}`, () => {
    fc.assert(
      fc.property(trees, (root) => {
        const { nodes, width, height } = layOutMindMap(root, layout);
        for (const [index, node] of nodes.entries()) {
          expect(node.x - node.box.width / 2).toBeGreaterThanOrEqual(0);
          expect(node.y - node.box.height / 2).toBeGreaterThanOrEqual(0);
          expect(node.x + node.box.width / 2).toBeLessThanOrEqual(width);
          expect(node.y + node.box.height / 2).toBeLessThanOrEqual(height);
          for (const other of nodes.slice(index + 1)) {
            if (overlap(node, other)) expect.fail(`${node.node.label} overlaps ${other.node.label}`);
          }
        }
      }),
      { numRuns: 150, seed: 8 },
    );
  });
}

test('a thousand nodes, and a chain of a thousand, are laid out', () => {
  const star = leaf(
    'star',
    Array.from({ length: 1000 }, (_, index) => leaf(`node ${index}`)),
  );
  let chain = leaf('end');
  for (let depth = 0; depth < 1000; depth++) chain = leaf(`depth ${depth}`, [chain]);
  for (const root of [star, chain]) {
    for (const layout of ['right', 'radial'] as const) expect(layOutMindMap(root, layout).nodes).toHaveLength(1001);
  }
});

test('nodes stand on the side of their parent that the layout says, siblings in their order', () => {
  const root = leaf('root', [leaf('first', [leaf('below')]), leaf('second')]);
  const at = (layout: MindMapLayout) =>
    Object.fromEntries(layOutMindMap(root, layout).nodes.map(({ node, x, y }) => [node.label, { x, y }]));
  const { right, left, down } = { right: at('right'), left: at('left'), down: at('down') };
  expect(right.below?.x).toBeGreaterThan(right.first?.x as number);
  expect(right.first?.y).toBeLessThan(right.second?.y as number);
  expect(left.below?.x).toBeLessThan(left.first?.x as number);
  expect(down.below?.y).toBeGreaterThan(down.first?.y as number);
  expect(down.first?.x).toBeLessThan(down.second?.x as number);
});

test('lines are as wide as they may be, and hold the whole label', () => {
  fc.assert(
    fc.property(labels, fc.integer({ min: 4, max: 20 }), (label, width) => {
      const lines = wrapText(label, width);
      for (const line of lines) {
        if ([...line].length > 2) expect(textWidth(line)).toBeLessThanOrEqual(width + 1);
      }
      const letters = (text: string) => text.replace(/[\s-]/g, '');
      expect(letters(lines.join(''))).toBe(letters(label));
    }),
    { numRuns: 500, seed: 8 },
  );
  expect(wrapText('one two three', 5)).toEqual(['one two', 'three']);
  expect(wrapText('', 5)).toEqual(['']);
});

test('the box of a label is as large as its lines', () => {
  const short = nodeBox('Rent', 2);
  const long = nodeBox('A label of many words that does not fit one line', 2);
  expect(long.lines.length).toBeGreaterThan(1);
  expect(long.height).toBe(short.height + (long.lines.length - 1) * short.lineHeight);
  expect(nodeBox('Rent', 0).width).toBeGreaterThan(short.width);
});
