import type { Extractor, Section, Source } from '@cubo/contracts';
import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry } from '../src/index.ts';
import { createSourceContext } from '../src/pipeline/extract-context.ts';
import { batchExtracted, unbatchExtracted } from '../src/workers/extracted-batch.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

/** A container for tests: a JSON object of names and contents, where a nested object is a box in the box. */
function boxExtractor(): Extractor {
  return {
    id: 'box@1',
    mediaTypes: ['application/x-box'],
    extensions: ['.box'],
    async *extract(source, context): AsyncGenerator<Section> {
      const parts: Uint8Array[] = [];
      for await (const bytes of source.open()) parts.push(bytes);
      const members = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      context.describe({ title: `Box ${source.name}` });
      let start = 0;
      for (const [name, content] of Object.entries(members)) {
        const text = typeof content === 'string' ? content : JSON.stringify(content);
        for await (const section of context.extractMember?.(bytesSource(name, Buffer.from(text)), { start }) ?? []) {
          start = section.locator.end + 2;
          yield section;
        }
      }
    },
  };
}

const extractors = [...builtinExtractors(), boxExtractor()];
const box = (members: object): Source => bytesSource('outer.box', Buffer.from(JSON.stringify(members)));
const open = (members: object, memberLimits = {}) =>
  extract(boxExtractor(), box(members), { extractors, memberLimits });

test('ten thousand places of a source are listed one by one, and all others as one', () => {
  const registry = createExtractorRegistry([]);
  const told = createSourceContext({ maximumBytes: 1, registry, detectLanguage: () => 'und' }, undefined);
  for (let number = 1; number <= 10_050; number++)
    told.context.unread({ place: `message ${number}`, reason: 'It has no header.', code: 'CUBO_FORMAT_INVALID' });
  expect(told.unread).toHaveLength(10_001);
  expect(told.unread[9999]).toMatchObject({ place: 'message 10000' });
  expect(told.unread[10_000]).toMatchObject({ place: 'and 50 more', code: 'CUBO_FORMAT_INVALID' });
});

test('places that come in batches from another thread are counted as often as they are', async () => {
  const registry = createExtractorRegistry([]);
  const settings = { maximumBytes: 1, registry, detectLanguage: () => 'und' };
  const there = createSourceContext(settings, undefined);
  const here = createSourceContext(settings, undefined);
  async function* items(): AsyncGenerator<{ text: string }> {
    for (const [code, count] of [
      ['CUBO_FORMAT_INVALID', 10_050],
      ['CUBO_OCR_UNAVAILABLE', 300],
      ['CUBO_FORMAT_INVALID', 200],
    ] as const) {
      for (let number = 1; number <= count; number++) there.context.unread({ place: `${number}`, reason: 'No.', code });
      yield { text: 'A batch of its own.' };
    }
  }
  let batches = 0;
  for await (const _ of unbatchExtracted(batchExtracted(items(), there, 1), here.context)) batches++;
  expect(batches).toBe(3);
  expect(here.unread).toHaveLength(10_001);
  expect(here.unread).toEqual(there.unread);
  expect(here.unread[10_000]).toMatchObject({
    place: 'and 550 more',
    reason: 'CUBO_FORMAT_INVALID: 250, CUBO_OCR_UNAVAILABLE: 300',
  });
});

describe('extractMember', () => {
  test('gives sections of members at any depth their place, with names and headings', async () => {
    const { sections, unread, description } = await open({
      'a.txt': 'First.',
      'inner.box': { 'docs/b.md': '# Rules\n\nQuiet.\n\n## Rent\n\nMuch.', 'c.txt': 'Third.' },
      'd.csv': 'name,price\npump,3\n',
    });
    expectOrderedSections(sections);
    expect(sections.map(({ text, heading, locator }) => [text.trimEnd(), heading, locator.member])).toEqual([
      ['First.', ['a.txt'], ['a.txt']],
      ['# Rules\n\nQuiet.', ['inner.box', 'docs/b.md', 'Rules'], ['inner.box', 'docs/b.md']],
      ['## Rent\n\nMuch.', ['inner.box', 'docs/b.md', 'Rules', 'Rent'], ['inner.box', 'docs/b.md']],
      ['Third.', ['inner.box', 'c.txt'], ['inner.box', 'c.txt']],
      ['name,price\npump,3', ['d.csv'], ['d.csv']],
    ]);
    expect(sections[0]?.locator).toMatchObject({ kind: 'lines', lines: [1, 1], start: 0, end: 6 });
    expect(sections[4]).toMatchObject({ kind: 'table', context: 'name,price', locator: { rows: [1, 2] } });
    expect(unread).toEqual([]);
    // Members have titles too; the document keeps its own.
    expect(description).toEqual({ title: 'Box outer.box' });
  });

  test('reports what cannot be read of a member under its name, and goes on', async () => {
    const { sections, unread } = await open({
      'a.pdf': 'no PDF',
      'in.box': { 'b.bin': '\0\0\0\u0001', 'c.txt': '', 'bad.box': 'no JSON' },
      'd.txt': 'Text.',
    });
    expect(sections.map(({ text }) => text)).toEqual(['Text.']);
    expect(unread.map(({ place, code }) => [place, code])).toEqual([
      ['a.pdf', 'CUBO_FORMAT_INVALID'],
      ['in.box: b.bin', 'CUBO_FORMAT_UNSUPPORTED'],
      ['in.box: c.txt', 'CUBO_SOURCE_EMPTY'],
      ['in.box: bad.box', 'CUBO_FORMAT_INVALID'],
    ]);
    for (const { reason } of unread) expect(reason.length).toBeGreaterThan(20);
  });

  test('lists a hundred places and counts the others', async () => {
    const names = Array.from({ length: 500 }, (_, index) => [`${index}.bin`, index % 2 ? '' : '\0\0\0']);
    const { unread } = await open(Object.fromEntries([...names, ['z.txt', 'Text.']]));
    expect(unread).toHaveLength(101);
    expect(unread[100]?.place).toBe('and 400 more');
    expect(unread[100]?.reason).toContain('CUBO_FORMAT_UNSUPPORTED: 200');
  });

  test('opens containers up to a depth', async () => {
    const nested = { 'a.txt': '0', 'b.box': { 'a.txt': '1', 'b.box': { 'a.txt': '2' } } };
    const { sections, unread } = await open(nested, { depth: 2 });
    expect(sections.map(({ text }) => text)).toEqual(['0', '1']);
    expect(unread).toMatchObject([{ place: 'b.box: b.box: a.txt', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('opens so many members in all, and no more bytes than allowed', async () => {
    const members = { 'a.txt': 'one', 'b.box': { 'c.txt': 'two', 'd.txt': 'three' }, 'e.txt': 'four' };
    const few = await open(members, { members: 3 });
    expect(few.sections.map(({ text }) => text)).toEqual(['one', 'two']);
    expect(few.unread.map(({ place, code }) => [place, code])).toEqual([
      ['b.box: d.txt', 'CUBO_LIMIT_EXCEEDED'],
      ['e.txt', 'CUBO_LIMIT_EXCEEDED'],
    ]);
    const small = await open({ 'a.txt': 'a'.repeat(60), 'b.txt': 'b'.repeat(60), 'c.txt': 'c' }, { bytes: 100 });
    expect(small.sections.map(({ text }) => text[0])).toEqual(['a']);
    expect(small.unread.map(({ code }) => code)).toEqual(['CUBO_LIMIT_EXCEEDED', 'CUBO_LIMIT_EXCEEDED']);
  });

  test('does not open a container in itself again', async () => {
    const self = bytesSource('self.box', Buffer.from('itself'));
    let reads = 0;
    const quine: Extractor = {
      ...boxExtractor(),
      async *extract(source, context): AsyncGenerator<Section> {
        reads++;
        for await (const _ of source.open());
        yield* context.extractMember?.(self, { start: 0 }) ?? [];
      },
    };
    const { unread } = await extract(quine, self, { extractors: [...extractors, quine] });
    expect(unread).toMatchObject([{ place: 'self.box', code: 'CUBO_LIMIT_EXCEEDED' }]);
    expect(unread[0]?.reason).toContain('once more');
    expect(reads).toBe(2);
  });

  test('throws nothing but an abort', async () => {
    const controller = new AbortController();
    const failing = bytesSource('x.txt', Buffer.from('text'));
    const aborting: Extractor = {
      ...boxExtractor(),
      async *extract(_, context): AsyncGenerator<Section> {
        const member: Source = {
          ...failing,
          async *open() {
            controller.abort(new Error('stopped'));
            yield Buffer.from('text');
          },
        };
        yield* context.extractMember?.(member, { start: 0 }) ?? [];
      },
    };
    await expect(extract(aborting, box({}), { extractors, signal: controller.signal })).rejects.toThrow('stopped');
    const gone: Source = {
      ...failing,
      // biome-ignore lint/correctness/useYield: it fails before
      async *open() {
        throw new Error('gone');
      },
    };
    const reading: Extractor = {
      ...boxExtractor(),
      extract: (_, context) => context.extractMember?.(gone, { start: 0 }) ?? (async function* () {})(),
    };
    const { unread } = await extract(reading, box({}), { extractors });
    expect(unread).toMatchObject([{ place: 'x.txt', code: 'CUBO_SOURCE_UNREADABLE' }]);
  });
});
