import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mindMapToSvg } from '../../src/mind-map/export/mind-map-to-svg.ts';
import {
  mindMapToMarkdown,
  mindMapToMarkmap,
  mindMapToMermaid,
  mindMapToOpml,
} from '../../src/mind-map/export/mind-map-to-text.ts';
import type { MindMapNode } from '../../src/mind-map/mind-map.ts';
import { nodesOf } from '../../src/mind-map/walk-tree.ts';
import { elementsOf } from '../helpers/parse-strictly.ts';
import { trees } from './map-arbitrary.ts';

const node = (label: string, children: readonly MindMapNode[] = [], note?: string): MindMapNode => ({
  id: label,
  label,
  note,
  origin: 'user',
  children,
});
const mapOf = (root: MindMapNode) => ({ title: root.label, root });
const lease = mapOf(
  node('Lease & "rent"', [
    node('Rent', [node('950 <euros>'), node('due', [node('third day')])], 'monthly'),
    node('# Notice *three* months'),
  ]),
);

test('a picture is well-formed, with all labels, a title, a description and notes', () => {
  const svg = mindMapToSvg(lease);
  expect(elementsOf(svg, 'title').map(({ children }) => children[0])).toEqual(['Lease & "rent"', 'monthly']);
  expect(elementsOf(svg, 'desc')[0]?.children).toEqual(['Rent; # Notice *three* months']);
  expect(elementsOf(svg, 'svg')[0]?.attributes).toMatchObject({ role: 'img' });
  expect(elementsOf(svg, 'tspan').map(({ children }) => children.join(''))).toContain('950 <euros>');
  expect(elementsOf(svg, 'path')).toHaveLength(5);
});

test('a picture is as light or dark as is asked for', () => {
  expect(mindMapToSvg(lease)).toContain('@media (prefers-color-scheme:dark)');
  const [light, dark] = [mindMapToSvg(lease, { theme: 'light' }), mindMapToSvg(lease, { theme: 'dark' })];
  expect(light).toContain('.ground{fill:#ffffff}');
  expect(dark).toContain('.ground{fill:#14181f}');
  for (const svg of [light, dark]) expect(svg).not.toContain('@media');
});

test('labels that are written from right to left are, and such a map grows to the left', () => {
  const svg = mindMapToSvg(mapOf(node('عقد', [node('Rent')])));
  const [root, below] = elementsOf(svg, 'text');
  expect(root?.attributes.direction).toBe('rtl');
  expect(below?.attributes.direction).toBeUndefined();
  const x = elementsOf(svg, 'tspan').map(({ attributes }) => Number(attributes.x));
  expect(x[1]).toBeLessThan(x[0] as number);
});

test('an unknown option, layout or theme is refused', () => {
  expect(() => mindMapToSvg(lease, { layout: 'spiral' as never })).toThrow(/right, left, down or radial/);
  expect(() => mindMapToSvg(lease, { theme: 'pink' as never })).toThrow(/auto, light or dark/);
  expect(() => mindMapToSvg(lease, { colour: 1 } as never)).toThrow(/no option "colour"/);
});

test('Mermaid, OPML, Markmap and Markdown say what the map says', () => {
  expect(mindMapToMermaid(lease)).toBe(`mindmap
  root(("Lease #38; #34;rent#34;"))
    n1["Rent"]
      n2["950 #60;euros#62;"]
      n3["due"]
        n4["third day"]
    n5["#35; Notice *three* months"]
`);
  expect(mindMapToOpml({ ...lease, createdAt: 0 })).toContain(`    <title>Lease &amp; &quot;rent&quot;</title>
    <dateCreated>Thu, 01 Jan 1970 00:00:00 GMT</dateCreated>`);
  expect(mindMapToMarkmap(lease)).toBe(`---
markmap:
  colorFreezeLevel: 2
---

# Lease & "rent"

## Rent

### 950 \\<euros\\>

### due

- third day

## \\# Notice \\*three\\* months
`);
  expect(mindMapToMarkdown(lease)).toBe(`# Lease & "rent"

- Rent

  monthly

  - 950 \\<euros\\>
  - due
    - third day
- \\# Notice \\*three\\* months
`);
});

test('whatever the labels are, XML is well-formed and says them, and no line of Mermaid is broken', () => {
  const closed = /^ +(?:root\(\("[^"`\\<>]+"\)\)|n\d+\["[^"`\\<>]+"\])$/;
  fc.assert(
    fc.property(trees, fc.constantFrom('right', 'down', 'radial'), (root, layout) => {
      const wanted = nodesOf(root).map(({ node }) => node.label.toWellFormed().replace(/[\ufffe\uffff]/g, ''));
      const opml = elementsOf(mindMapToOpml(mapOf(root)), 'outline');
      expect(opml.map(({ attributes }) => attributes.text)).toEqual(wanted);
      const svg = mindMapToSvg(mapOf(root), { layout: layout as 'right' });
      expect(elementsOf(svg, 'g')).toHaveLength(wanted.length);
      const [, ...lines] = mindMapToMermaid(mapOf(root)).trimEnd().split('\n');
      expect(lines).toHaveLength(wanted.length);
      for (const line of lines) expect(line).toMatch(closed);
    }),
    { numRuns: 100, seed: 8 },
  );
});
