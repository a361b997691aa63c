import { expect, test } from 'vitest';
import { assertKnownOptions, type KnownOptions } from '../../src/index.ts';

interface Options {
  readonly limit?: number | undefined;
  readonly sources?: readonly string[] | undefined;
  readonly timeoutMilliseconds?: number | undefined;
}
const known: KnownOptions<Options> = { limit: true, sources: true, timeoutMilliseconds: true };
const all = 'Its options are limit, sources, timeoutMilliseconds.';

test.each([undefined, {}, { limit: undefined }, { limit: 3, sources: [] }])('%o is taken', (options) => {
  expect(() => assertKnownOptions('search()', options, known)).not.toThrow();
});

test.each([
  ['source', 'sources'],
  ['limits', 'limit'],
  ['Limit', 'limit'],
  ['limti', 'limit'],
  ['lmit', 'limit'],
  ['timeout', 'timeoutMilliseconds'],
  ['category', undefined],
  ['toString', undefined],
  ['', undefined],
  ['limit'.repeat(10_000), undefined],
])('an unknown option %s is refused, and the nearest known one is %s', (name, nearest) => {
  for (const value of [['a'], undefined]) {
    const refused = () => assertKnownOptions('search()', { limit: 1, [name]: value }, known);
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'CUBO_BAD_ARGUMENT',
        summary: `search() has no option ${JSON.stringify(name)}.`,
        remedy: nearest === undefined ? all : `Did you mean ${nearest}? ${all}`,
      }),
    );
  }
});

test.each([
  [null, 'null'],
  [5, 'a number'],
  [5n, 'a bigint'],
  ['letters', 'a string'],
  [['letters'], 'a list'],
  [() => {}, 'a function'],
])('%o are no options', (options, described) => {
  expect(() => assertKnownOptions('search()', options, known)).toThrow(
    `search() was given ${described} where its options are wanted. Pass an object. ${all}`,
  );
});
