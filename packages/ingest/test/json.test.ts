import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonExtractor, recursiveChunker, textSource } from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import {
  collect,
  expectChunksOf,
  expectOrderedSections,
  expectSectionsOf,
  extract,
  stream,
} from './helpers/sections.ts';

const read = (text: string, name = 'a.json') => extract(jsonExtractor(), textSource({ uri: 'test:json', text, name }));
const people = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `Person ${id}`,
    address: { city: 'Bern', notes: 'x'.repeat(id % 200) },
  }));

describe('jsonExtractor', () => {
  test('keeps records whole, under the keys that lead to them', async () => {
    const text = JSON.stringify({ version: 1, users: people(50), groups: { admins: people(30) } });
    const { sections } = await read(text);
    expectSectionsOf(text, sections);
    const users = sections.filter(({ heading }) => heading?.[0] === 'users');
    expect(users.length).toBeGreaterThan(3);
    for (const { text: part, heading, kind } of users.slice(0, -1)) {
      expect([heading, kind]).toEqual([['users'], 'code']);
      expect(() => JSON.parse(`[${part.replace(/,$/, '')}]`)).not.toThrow();
      expect(part.length).toBeLessThanOrEqual(1000);
    }
    expect(users[1]?.locator).toMatchObject({
      kind: 'heading',
      path: ['users', expect.stringMatching(/^\[\d+\]–\[\d+\]$/)],
    });
    expect(sections.at(-1)?.heading).toEqual(['groups', 'admins']);
    const chunks = await collect(recursiveChunker().chunk(stream(sections)));
    expectChunksOf(sections, chunks);
    expect(chunks).toHaveLength(sections.length);
  });

  test('counts lines of JSON Lines and of indented JSON', async () => {
    const lines = people(40).map((person) => JSON.stringify(person));
    const text = `${lines.join('\n')}\n`;
    const { sections } = await read(text, 'a.jsonl');
    expectSectionsOf(text, sections);
    for (const { text: part, locator } of sections) {
      const range = locator.kind === 'lines' ? locator.lines : [0, 0];
      expect(part.split('\n')).toEqual(lines.slice(range[0] - 1, range[1]));
    }
    const indented = JSON.stringify({ a: people(20) }, undefined, 2);
    const pretty = await read(indented);
    expectSectionsOf(indented, pretty.sections);
    for (const { text: part, locator } of pretty.sections)
      expect(locator.kind === 'lines' && indented.split('\n')[locator.lines[0] - 1]?.trim()).toBe(
        part.split('\n')[0]?.trim(),
      );
  });

  test('shows the characters that escapes mean', async () => {
    const { sections } = await read(
      '{"city":"M\\u00fcnchen \\ud83d\\ude00","text":"one\\ntwo\\/\\"three\\" \\\\u00fc \\ud83d \\u0022"}',
    );
    expect(sections[0]?.text).toBe('{"city":"München 😀","text":"one\ntwo/\\"three\\" \\\\u00fc \\ud83d \\u0022"}');
  });

  test.each([
    ['\\u00fc', 'ü'],
    ['\\ud83d\\ude00', '😀'],
    ['\\\\', '\\\\'],
    ['\\ud83dx', '\\ud83dx'],
  ])('cuts a long string of %s between them, wherever it comes to lie', async (written, shown) => {
    const count = Math.ceil(70_000 / written.length);
    for (let shift = 0; shift < written.length; shift++) {
      const { sections } = await read(`"${'a'.repeat(shift)}${written.repeat(count)}"`);
      expect(sections).toHaveLength(2);
      expect(sections.map(({ text }) => text).join('')).toBe(`"${'a'.repeat(shift)}${shown.repeat(count)}"`);
      expect(sections[1]?.text.replace('x', '').startsWith(shown.replace('x', ''))).toBe(true);
    }
  });

  test('loses nothing of what is no JSON, and says what is empty', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '\n', 'word ', '"key":', '12', 'é'), {
          maxLength: 3000,
        }),
        async (parts) => {
          const text = `x${parts.join('')}`;
          const { sections } = await read(text);
          expectOrderedSections(sections);
          const squeeze = (value: string) => value.replace(/\s|\\/g, '');
          expect(squeeze(sections.map((section) => section.text).join(''))).toBe(squeeze(text));
        },
      ),
      { seed: 3, numRuns: 100 },
    );
    await expect(read(' \n ')).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
  });

  test.each<[string, (size: number) => string]>([
    ['records', (size) => JSON.stringify(people(size / 100))],
    ['numbers', (size) => JSON.stringify(Array.from({ length: size }, (_, index) => index))],
    ['one string', (size) => JSON.stringify('a'.repeat(2 * size))],
    ['open brackets', (size) => '['.repeat(size)],
    ['open brackets with commas', (size) => '[1,'.repeat(size)],
    ['backslashes', (size) => '\\'.repeat(size)],
  ])('takes linear time on %s', async (_, text) => {
    await expectLinearTime(50_000, async (size) => {
      expectOrderedSections((await read(text(size))).sections);
    });
  });
});
