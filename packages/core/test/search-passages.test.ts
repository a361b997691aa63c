import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cubo, recursiveChunker, type SearchHit, sentenceChunker, textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const markdown = [
  '# House rules',
  '## Keys\n\nThe keys lie with the caretaker.\n\nSpare keys are in the office.\n\nLost keys cost forty euros.',
  '## Lift\n\nThe lift is for five persons.\n\nNo bicycles in the lift.\n\nThe lift rests at night.',
  '```\nkeys = 5\n```\n\nThe keys of the cellar are red.',
].join('\n\n');

async function library(text: string, options: Parameters<typeof openCubo>[0] = {}, name = 'rules.md'): Promise<Cubo> {
  const { cubo } = await openCubo({
    embedder: false,
    chunker: recursiveChunker({ maximumCharacters: 40, overlapCharacters: 0 }),
    ...options,
  });
  await finish(cubo.ingest([textSource({ uri: 'x:1', name, text })]));
  return cubo;
}

/** The passage must be its range of the document, white space aside. */
function expectExact({ passage, locator }: SearchHit, text: string): string {
  if (passage === undefined) throw new Error('the hit has no passage');
  const { start, end } = passage.locator;
  expect(start).toBeLessThanOrEqual(locator.start);
  expect(end).toBeGreaterThanOrEqual(locator.end);
  expect(passage.text).toHaveLength(end - start);
  const spaces = (value: string) => value.replace(/\s/g, ' ');
  expect(spaces(passage.text)).toBe(spaces(text.slice(start, end)));
  return passage.text;
}

test('neighbours or the section are read around a hit, and never what is beyond its heading', async () => {
  const cubo = await library(markdown);
  const search = async (expand: 'none' | 'neighbours' | 'section') =>
    (await cubo.search('caretaker', { expand, limit: 1 }))[0] as SearchHit;
  expect((await search('none')).passage).toBeUndefined();
  expect(expectExact(await search('neighbours'), markdown)).toBe(
    '# House rules\n\n## Keys\n\nThe keys lie with the caretaker.\n\nSpare keys are in the office.',
  );
  const section = await search('section');
  expect(expectExact(section, markdown)).toMatch(
    /^# House rules\n\n## Keys\n\nThe keys lie.*\n\nSpare.*\n\nLost keys cost forty euros\.$/,
  );
  expect(section.passage?.locator).toMatchObject({ kind: 'heading', path: ['House rules', 'Keys'] });
  await expect(cubo.search('x', { expand: 'page' as 'section' })).rejects.toThrow('expand is "page"');
});

test('hits in the passage of a better one are merged with it, and others take their place', async () => {
  const cubo = await library(markdown);
  const plain = await cubo.search('keys', { limit: 4, nearDuplicates: 'list' });
  expect(plain).toHaveLength(4);
  const hits = await cubo.search('keys', { limit: 4, expand: 'section' });
  const inKeys = hits.filter(({ heading }) => heading?.at(-1) === 'Keys');
  expect(inKeys).toHaveLength(1);
  expect(inKeys[0]?.merged?.map(({ score }) => score)).toHaveLength(3);
  for (const { locator } of inKeys[0]?.merged ?? [])
    expect(inKeys[0]?.passage?.text).toContain(markdown.slice(locator.start, locator.end));
  // Code and prose under the other heading stay hits of their own.
  expect(hits.length).toBeGreaterThan(inKeys.length);
  for (const { merged } of plain) expect(merged).toBeUndefined();
});

test('lines of a passage are those of all it holds', async () => {
  const text =
    'The alpha is the one of all.\n\nThe beta is the two of all.\n\nThe gamma is the three of all.\n\nThe delta is the four of all.';
  const cubo = await library(
    text,
    { chunker: recursiveChunker({ maximumCharacters: 32, overlapCharacters: 0 }) },
    'a.txt',
  );
  const [hit] = await cubo.search('beta', { expand: 'neighbours' });
  expect(hit?.locator).toMatchObject({ kind: 'lines', lines: [3, 3] });
  expect(hit?.passage?.locator).toMatchObject({ kind: 'lines', lines: [1, 5] });
  expect(expectExact(hit as SearchHit, text)).toBe(text.slice(0, text.indexOf('\n\nThe delta')));
});

test('rows of a table stay rows', async () => {
  const text = `name,place\n${['key', 'lamp', 'rope', 'saw', 'nail'].map((name, i) => `${name},shelf number ${i}`).join('\n')}\n`;
  const cubo = await library(text, {}, 'tools.csv');
  const [hit] = await cubo.search('rope', { expand: 'neighbours' });
  expect(expectExact(hit as SearchHit, text).split('\n').length).toBeGreaterThan(2);
  const { rows } = (hit?.passage?.locator ?? {}) as { rows?: readonly [number, number] };
  expect(rows?.[0]).toBeLessThan(4);
  expect(rows?.[1]).toBeGreaterThan(4);
});

test('a passage of the chunker is widened, never narrowed', async () => {
  const text = 'One is red. Two is blue. Three is green. Four is grey. Five is pink. Six is black.';
  const cubo = await library(text, { chunker: sentenceChunker({ surroundingSentences: 2 }) }, 'a.txt');
  const own = (await cubo.search('three', { limit: 1 }))[0] as SearchHit;
  const near = (await cubo.search('three', { limit: 1, expand: 'neighbours' }))[0] as SearchHit;
  const whole = (await cubo.search('three', { limit: 1, expand: 'section' }))[0] as SearchHit;
  expect(expectExact(near, text)).toBe(expectExact(own, text));
  expect(expectExact(whole, text)).toBe(text);
});

test('the passages of any text are exact', async () => {
  const words = fc.array(fc.constantFrom('key', 'lamp', 'rope', 'a', 'of', 'nails'), { minLength: 1, maxLength: 12 });
  const paragraph = fc.tuple(words, fc.constantFrom('.', '!', '')).map(([all, end]) => all.join(' ') + end);
  const text = fc
    .array(fc.tuple(paragraph, fc.constantFrom('\n', '\n\n', ' ', '\n\n## Next\n\n', '\n\n\n\n\n\n')), {
      minLength: 1,
      maxLength: 12,
    })
    .map((parts) => parts.flat().join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('a.txt', 'a.md'), async (given, name) => {
      const cubo = await library(given, {}, name);
      for (const expand of ['neighbours', 'section'] as const) {
        for (const hit of await cubo.search('key lamp', { expand })) if (hit.passage) expectExact(hit, given);
      }
      await cubo.close();
    }),
    { seed: 2, numRuns: 25 },
  );
});

test('an answer quotes the wider passage to the letter', async () => {
  const cubo = await library(markdown);
  const answer = await cubo.ask('Where are the spare keys?', { expand: 'section' });
  expect(answer.citations.length).toBeGreaterThan(0);
  for (const { quote, locator } of answer.citations) expect(markdown.slice(locator.start, locator.end)).toBe(quote);
});
