import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnder } from '../src/scope/is-under.ts';
import { narrowScope } from '../src/scope/narrow-scope.ts';

const sources = (outer: string[] | undefined, inner: string[] | undefined) =>
  narrowScope({ sources: outer }, { sources: inner }).sources;

describe('sources', () => {
  test('are those that both admit', () => {
    expect(sources(undefined, ['/a'])).toEqual(['/a']);
    expect(sources(['/a'], undefined)).toEqual(['/a']);
    expect(sources(undefined, undefined)).toBeUndefined();
    expect(sources(['/a'], ['/a/b.pdf'])).toEqual(['/a/b.pdf']);
    expect(sources(['/a/b', '/a/c', '/d'], ['/a'])).toEqual(['/a/b', '/a/c']);
    expect(sources(['/a'], ['/b', '/ab'])).toEqual([]);
    expect(sources(['mail:inbox'], ['mail:inbox/42'])).toEqual(['mail:inbox/42', join(process.cwd(), 'mail:inbox/42')]);
    expect(sources(['docs'], ['docs/a.pdf'])).toEqual(['docs/a.pdf', join(process.cwd(), 'docs/a.pdf')]);
  });

  test('never lead out of the folder', () => {
    expect(sources(['/a'], ['/a/../b', '/a/b/../../c'])).toEqual([]);
    expect(sources(['/a'], ['/a/b/../c'])).toEqual(['/a/c']);
    const refused = expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' });
    for (const source of ['../b', 'docs/../../b', 'https://a/../../../etc', 'docs\\..\\b']) {
      expect(() => sources(['docs', '/a', 'https://a'], [source]), source).toThrow(refused);
    }
  });

  test('are never more than the outer ones admit, whatever is asked for', () => {
    const path = fc
      .array(fc.constantFrom('a', 'b', 'ab', '..', '.'), { maxLength: 5 })
      .map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.array(path, { maxLength: 3 }), fc.array(path, { maxLength: 3 }), (outer, inner) => {
        const resolved = outer.map((source) => join(source));
        for (const source of sources(outer, inner) ?? []) {
          expect(source).toBe(join(source));
          expect(resolved.some((folder) => isUnder(source, folder))).toBe(true);
        }
      }),
      { seed: 7 },
    );
  });
});

test('labels are those that both admit', () => {
  const labels = (outer: object, inner: object) =>
    narrowScope({ metadata: { ...outer } }, { metadata: { ...inner } }).metadata;
  expect(labels({ category: 'a' }, {})).toEqual({ category: 'a' });
  expect(labels({}, { year: 2026 })).toEqual({ year: 2026 });
  expect(labels({ category: 'a' }, { year: 2026 })).toEqual({ category: 'a', year: 2026 });
  expect(labels({ category: ['a', 'b'] }, { category: ['b', 'c'] })).toEqual({ category: 'b' });
  expect(labels({ category: ['a', 'b', 'c'] }, { category: ['b', 'c'] })).toEqual({ category: ['b', 'c'] });
  expect(labels({ category: 'a' }, { category: 'b' })).toEqual({ category: [] });
  expect(labels({ year: 2026 }, { year: '2026' })).toEqual({ year: [] });
  expect(labels({}, { constructor: 'a' })).toEqual({ constructor: 'a' });
});
