import { join } from 'node:path';
import { scriptedGenerator } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { createMindMaps } from '../../src/mind-map/create-mind-maps.ts';
import type { MindMap } from '../../src/mind-map/mind-map.ts';
import { nodesOf } from '../../src/mind-map/walk-tree.ts';
import { openStudyLog } from '../../src/progress/study-log.ts';
import { openStudyParts, writeFiles } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md':
    '# Lease\n\n## Notice\n\nThe tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.\n\n## Rent\n\nThe rent is 950 euros a month.\n\n### Due date\n\nIt is due on the third working day.\n',
  'garage.md': '# Garage\n\n## Price\n\nThe garage costs 80 euros a month.\n',
};

const outline = ({ root }: MindMap) => nodesOf(root).map(({ node, depth }) => `${'-'.repeat(depth)}${node.label}`);

/** Nodes that name each the passage that holds their quote, whichever number it has been given. */
const writer = (nodes: readonly { label: unknown; parent: unknown; quote: string }[]) =>
  scriptedGenerator({
    script({ messages }) {
      const passages = [...(messages.at(-1)?.content ?? '').matchAll(/<passage number="(\d+)"[\s\S]*?<\/passage>/g)];
      const written = nodes.map((node) => ({
        source: Number(passages.find(([text]) => text.includes(node.quote))?.[1] ?? 1),
        ...node,
      }));
      return JSON.stringify({ nodes: written });
    },
  });

const leaseNodes = [
  { label: 'Notice', parent: '', quote: 'must give notice three months before the end' },
  { label: 'Three months', parent: 'Notice', quote: 'notice three months before' },
  { label: 'Rent', parent: 'Lease', quote: 'The rent is 950 euros a month' },
  { label: 'Made up', parent: 'Rent', quote: 'this stands nowhere' },
  { label: '950 euros', parent: 'Made up', quote: 'The rent is 950 euros' },
  { label: 950, parent: 'Rent', quote: 'The rent is 950 euros' },
];

async function leaseMap(options: Parameters<typeof openStudyParts>[0] = {}) {
  const opened = await openStudyParts({
    files: { 'lease.md': files['lease.md'] },
    generator: writer(leaseNodes),
    ...options,
  });
  const mindMaps = createMindMaps(opened.parts);
  const made = await mindMaps.generate({ breadth: 3, depth: 3 });
  return { ...opened, mindMaps, made };
}

test('a map that a model wrote rests on exact words; what does not is left out, and what is below it lifted', async () => {
  const { made, cubo, mindMaps, parts } = await leaseMap();
  expect(outline(made.map)).toEqual(['Lease', '-Notice', '--Three months', '-Rent', '--950 euros', '--950']);
  expect(made.refused?.['quote-not-found']).toBeGreaterThan(0);
  expect(made.dropped).toEqual([{ label: 'Made up', reason: 'unsupported' }]);
  for (const { node } of nodesOf(made.map.root).slice(1)) {
    const { source, chunk, quote } = node.grounding ?? expect.fail(node.label);
    const texts: string[] = [];
    for await (const passage of cubo.read(source)) if (passage.id === chunk) texts.push(passage.text);
    expect(texts.join('')).toContain(quote);
    expect(node.origin).toBe('model');
  }
  expect(mindMaps.get(made.map.id)).toEqual(made.map);
  expect(mindMaps.list()).toEqual([
    { id: made.map.id, title: 'Lease', nodes: 5, createdAt: made.map.createdAt, updatedAt: made.map.updatedAt },
  ]);
  expect(openStudyLog(parts).list()).toMatchObject([{ type: 'mind-map-created', map: made.map.id }]);
});

test('nodes that stand below each other, themselves or nothing are main branches', async () => {
  const quote = 'The rent is 950 euros a month';
  const { made } = await leaseMap({
    generator: writer([
      { label: 'rent', parent: 'euros', quote },
      { label: 'euros', parent: 'month', quote },
      { label: 'month', parent: 'rent', quote },
      { label: '950', parent: '950', quote },
      { label: 'a month', parent: 'never said', quote },
    ]),
  });
  expect(nodesOf(made.map.root)).toHaveLength(6);
  expect(made.map.root.children.map(({ label }) => label)).toEqual(['month', '950', 'a month']);
});

test('a model that writes nothing of use is an error that says what to do', async () => {
  const { parts } = await openStudyParts({ files, generator: scriptedGenerator({ script: 'I cannot do that.' }) });
  await expect(createMindMaps(parts).generate()).rejects.toMatchObject({ code: 'CUBO_STUDY_NOTHING_MADE' });
  await expect(createMindMaps(parts).generate({ depth: 0 })).rejects.toThrow(/from 1 to 6/);
  await expect(createMindMaps(parts).generate({ scope: { sources: ['/none'] } })).rejects.toMatchObject({
    code: 'CUBO_STUDY_NOTHING_MADE',
  });
});

test('without a model a map is made of headings', async () => {
  const { parts, cubo } = await openStudyParts({ files });
  const mindMaps = createMindMaps(parts);
  const { map } = await mindMaps.generate({ title: 'All' });
  expect(outline(map).sort()).toEqual(
    ['All', '-Lease', '--Notice', '--Rent', '---Due date', '-Garage', '--Price'].sort(),
  );
  const lease = [...cubo.documents()].find(({ uri }) => uri.endsWith('lease.md'))?.uri as string;
  const one = await mindMaps.generate({ scope: { sources: [lease] }, depth: 1 });
  expect(outline(one.map)).toEqual(['Lease', '-Notice', '-Rent']);
  const [notice] = one.map.root.children;
  expect(notice?.origin).toBe('rules');
  expect(notice?.grounding?.quote).toBe('Notice');
});

test('nodes tell whether their words still stand in the documents', async () => {
  const { parts, cubo, documents } = await openStudyParts({ files: { 'lease.md': files['lease.md'] } });
  const mindMaps = createMindMaps(parts);
  const { map } = await mindMaps.generate();
  mindMaps.addNode(map.id, { label: 'Mine' });
  const states = async () => {
    const found = await mindMaps.checkGrounding(map.id);
    return nodesOf(mindMaps.get(map.id).root).flatMap(({ node }) => {
      const state = found.get(node.id);
      return state === undefined ? [] : [`${node.label}: ${state}`];
    });
  };
  expect(await states()).toContain('Notice: current');
  await writeFiles(documents, { 'lease.md': files['lease.md'].replace(/notice/gi, 'leave') });
  await cubo.ingest(documents);
  expect(await states()).toContain('Notice: stale');
  expect(await states()).toContain('Rent: current');
  expect((await states()).join()).not.toContain('Mine');
  await expect(mindMaps.checkGrounding('none')).rejects.toMatchObject({ code: 'CUBO_STUDY_NOT_FOUND' });
});

test('nodes are added, changed, moved, reordered and deleted', async () => {
  const { parts } = await openStudyParts();
  const mindMaps = createMindMaps(parts);
  const { map, dropped } = mindMaps.create({
    title: ' Lease ',
    children: ['Rent', { label: 'Notice', children: ['Form'] }, ''],
  });
  expect(dropped).toEqual([{ reason: 'blank' }]);
  const { id } = map;
  const idOf = (label: string) =>
    nodesOf(mindMaps.get(id).root).find(({ node }) => node.label === label)?.node.id as string;
  expect(outline(mindMaps.addNode(id, { label: ' Deposit ', index: 0 }))).toEqual([
    'Lease',
    '-Deposit',
    '-Rent',
    '-Notice',
    '--Form',
  ]);
  mindMaps.addNode(id, { label: 'Period', parent: idOf('Notice'), note: 'three months' });
  expect(outline(mindMaps.moveNode(id, idOf('Period'), { index: 0 })).slice(3)).toEqual([
    '-Notice',
    '--Period',
    '--Form',
  ]);
  expect(outline(mindMaps.moveNode(id, idOf('Notice'), { parent: idOf('Rent') }))).toEqual([
    'Lease',
    '-Deposit',
    '-Rent',
    '--Notice',
    '---Period',
    '---Form',
  ]);
  expect(() => mindMaps.moveNode(id, idOf('Rent'), { parent: idOf('Form') })).toThrow(/below itself/);
  expect(() => mindMaps.moveNode(id, idOf('Rent'), { index: 7 })).toThrow(/from 0 to 1/);
  const changed = mindMaps.changeNode(id, idOf('Period'), { label: 'Notice period', note: '' });
  expect(nodesOf(changed.root).find(({ node }) => node.label === 'Notice period')?.node.note).toBeUndefined();
  expect(mindMaps.changeNode(id, id, { label: 'The lease', note: 'of 2026' })).toMatchObject({
    title: 'The lease',
    root: { label: 'The lease', note: 'of 2026' },
  });
  expect(outline(mindMaps.deleteNode(id, idOf('Notice')))).toEqual(['The lease', '-Deposit', '-Rent']);
  expect(() => mindMaps.addNode(id, { label: ' ' })).toThrow(/empty/);
  expect(() => mindMaps.addNode(id, { label: 'x'.repeat(201) })).toThrow(/at most 200/);
  expect(() => mindMaps.addNode(id, { label: 'x', parent: 'none' })).toThrow(/no node with the id "none"/);
  expect(() => mindMaps.deleteNode(id, id)).toThrow(/root/);
});

test('a map is at most 32 levels deep', async () => {
  const { parts } = await openStudyParts();
  const mindMaps = createMindMaps(parts);
  const { map } = mindMaps.create({ title: 'deep' });
  let parent = map.id;
  for (let level = 1; level <= 32; level++) {
    const added = mindMaps.addNode(map.id, { label: `level ${level}`, parent });
    parent = nodesOf(added.root).at(-1)?.node.id as string;
  }
  expect(() => mindMaps.addNode(map.id, { label: 'too deep', parent })).toThrow(/32 levels/);
  const pair = mindMaps.addNode(map.id, { label: 'branch' }).root.children.at(-1)?.id as string;
  const level31 = nodesOf(mindMaps.get(map.id).root)[31]?.node.id as string;
  expect(() => mindMaps.moveNode(map.id, pair, { parent })).toThrow(/32 levels/);
  expect(mindMaps.moveNode(map.id, pair, { parent: level31 }).root.children).toHaveLength(1);
});

test('of two hands that change one map, the one that comes late is told', async () => {
  const { parts } = await openStudyParts();
  const mindMaps = createMindMaps(parts);
  const { map } = mindMaps.create({ title: 'Lease' });
  const { revision } = map;
  expect(mindMaps.addNode(map.id, { label: 'one', revision }).revision).toBe(revision + 1);
  expect(() => mindMaps.addNode(map.id, { label: 'two', revision })).toThrow(
    expect.objectContaining({ code: 'CUBO_RECORD_CHANGED' }),
  );
  expect(outline(mindMaps.get(map.id))).toEqual(['Lease', '-one']);
});

test('what a document said leaves the map with it; what the user added below is lifted', async () => {
  const { cubo, parts, documents } = await openStudyParts({ files });
  const mindMaps = createMindMaps(parts);
  const { map } = await mindMaps.generate();
  const rent = nodesOf(map.root).find(({ node }) => node.label === 'Rent')?.node.id as string;
  mindMaps.addNode(map.id, { label: 'my own', parent: rent });
  await cubo.erase(join(documents, 'lease.md'));
  const left = mindMaps.get(map.id);
  expect(outline(left).sort()).toEqual(['-Garage', '--Price', '-my own', left.title].sort());
  expect(left.title).not.toContain('Lease');
  expect(outline(mindMaps.addNode(map.id, { label: 'more' }))).toContain('-more');
  expect(mindMaps.list()).toHaveLength(1);
});

test('a map is exported, which the log tells, and deleted with all its nodes', async () => {
  const { made, mindMaps, parts, cubo } = await leaseMap();
  const { id } = made.map;
  expect(mindMaps.export(id, { format: 'svg', layout: 'radial' })).toContain('<svg');
  expect(mindMaps.export(id, { format: 'markdown' })).toContain('- Notice\n  - Three months');
  expect(() => mindMaps.export(id, { format: 'pdf' as never })).toThrow(/svg, mermaid, opml/);
  expect(
    openStudyLog(parts)
      .list()
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['mind-map-created', 'mind-map-exported', 'mind-map-exported']);
  expect(mindMaps.delete(id)).toBe(true);
  expect(mindMaps.list()).toEqual([]);
  expect(cubo.records.count('study.mind-map-node')).toBe(0);
  expect(() => mindMaps.get(id)).toThrow(expect.objectContaining({ code: 'CUBO_STUDY_NOT_FOUND' }));
  expect(mindMaps.delete(id)).toBe(false);
});
