import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLabel, cutBehindWord } from '../../src/mind-map/clean-label.ts';
import { readTree, type TreeNode } from '../../src/mind-map/read-tree.ts';
import { nodesOf } from '../../src/mind-map/walk-tree.ts';

const outline = (root: TreeNode | undefined) =>
  root && nodesOf(root).map(({ node, depth }) => `${'-'.repeat(depth)}${node.label}`);

test('labels are trimmed, numbers become words, and long ones are cut behind a word', () => {
  expect(cleanLabel('  two\n lines\t ')).toBe('two lines');
  expect(cleanLabel(42)).toBe('42');
  expect(cleanLabel(false)).toBe('false');
  for (const blank of ['', ' \n', '—', '...', null, undefined, {}, [], Number.NaN]) {
    expect(cleanLabel(blank)).toBeUndefined();
  }
  expect(cutBehindWord('one two three', 9)).toBe('one two…');
  expect(cutBehindWord('one two three', 8)).toBe('one two…');
  expect(cutBehindWord('Donaudampfschifffahrt', 8)).toBe('Donauda…');
  // What is seen as one character is not cut apart.
  expect(cutBehindWord('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 2)).toBe('👩‍👩‍👧…');
});

test('a tree is read with what is wrong left out, and told', () => {
  const { root, dropped } = readTree({
    label: ' Lease ',
    children: [
      { label: 'Rent', children: [{ label: 950 }, 'Due', { label: '' }, null, { label: 'due!' }] },
      { label: 'rent' },
      { title: 'Notice', note: ' in writing ', nodes: 'none' },
      7,
    ],
  });
  expect(outline(root)).toEqual(['Lease', '-Rent', '--950', '--Due', '-Notice', '-7']);
  expect(root?.children[1]?.note).toBe('in writing');
  expect(dropped).toEqual([
    { label: 'rent', reason: 'duplicate' },
    { reason: 'blank' },
    { reason: 'blank' },
    { label: 'due!', reason: 'duplicate' },
  ]);
});

test('depth, breadth and the number of nodes are limited', () => {
  let deep: object = { label: 'level 20' };
  for (let level = 19; level >= 0; level--) deep = { label: `level ${level}`, children: [deep] };
  expect(readTree(deep).root?.children[0]?.children[0]?.children[0]?.children).toEqual([]);
  expect(readTree(deep).dropped).toEqual([{ label: 'level 4', reason: 'too-deep' }]);
  expect(nodesOf(readTree(deep, { depth: 30 }).root as TreeNode)).toHaveLength(21);
  const wide = { label: 'wide', children: Array.from({ length: 1e6 }, (_, index) => ({ label: `node ${index}` })) };
  expect(readTree(wide, { breadth: 5 }).root?.children).toHaveLength(5);
  expect(readTree(wide, { breadth: 5 }).dropped).toEqual([{ label: 'node 5', reason: 'too-many' }]);
  expect(readTree(wide, { breadth: 1e6, nodes: 9 }).root?.children).toHaveLength(9);
});

test('a tree that goes in circles or is endlessly deep is read without recursion', () => {
  const circle: { label: string; children: unknown[] } = { label: 'circle', children: [] };
  circle.children.push(circle, { label: 'other', children: [circle] });
  expect(outline(readTree(circle).root)).toEqual(['circle', '-other']);
  let deep: object = { label: 'bottom' };
  for (let level = 0; level < 100_000; level++) deep = { label: `l${level}`, children: [deep] };
  const { root } = readTree(deep, { depth: 100_000, nodes: 100_000 });
  expect(nodesOf(root as TreeNode)).toHaveLength(100_001);
  const wrapped: { root?: unknown } = {};
  wrapped.root = wrapped;
  expect(readTree(wrapped).root).toBeUndefined();
});

test('wrappers are taken off', () => {
  const tree = { label: 'Lease', children: ['Rent'] };
  for (const value of [{ mindMap: tree }, { root: { root: tree } }, [tree], { map: [tree] }]) {
    expect(outline(readTree(value).root)).toEqual(['Lease', '-Rent']);
  }
});

test('nothing that anybody writes throws, and what is read keeps to the limits', () => {
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, maxDepth: 6 });
  const tree = fc.letrec((tie) => ({
    node: fc.record(
      { label: fc.oneof(fc.string(), fc.integer(), anything), children: fc.oneof(fc.array(tie('node')), anything) },
      { requiredKeys: [] },
    ),
  })).node;
  fc.assert(
    fc.property(fc.oneof(tree, anything), (value) => {
      const { root } = readTree(value, { depth: 3, breadth: 4, nodes: 10, labelLength: 12 });
      if (root === undefined) return;
      const nodes = nodesOf(root);
      expect(nodes.length).toBeLessThanOrEqual(11);
      for (const { node, depth } of nodes) {
        expect(depth).toBeLessThanOrEqual(3);
        expect(node.children.length).toBeLessThanOrEqual(4);
        expect(node.label.trim()).not.toBe('');
        expect(new Set(node.children.map(({ label }) => label.toLowerCase())).size).toBe(node.children.length);
      }
    }),
    { numRuns: 500, seed: 8 },
  );
});
