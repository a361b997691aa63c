import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureCoverage } from '../../src/coverage/measure-coverage.ts';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { shareOut } from '../../src/coverage/share-out.ts';
import { openStudyParts, seededRandom } from '../helpers/open-study-parts.ts';

const words = [
  'harbour',
  'lantern',
  'orchard',
  'glacier',
  'furnace',
  'meadow',
  'violin',
  'compass',
  'saddle',
  'turbine',
];

/** A paragraph of about a thousand characters, one chunk, about one word. */
function paragraph(word: string, number: number): string {
  return Array.from({ length: 18 }, (_, i) => `The ${word} of page ${number} has its place in line ${i} here.`).join(
    ' ',
  );
}

function chapters(titles: readonly string[], paragraphs: (title: string, index: number) => number): string {
  return titles
    .map((title, index) => {
      const texts = Array.from({ length: paragraphs(title, index) }, (_, i) => paragraph(title, i));
      return `# ${title}\n\n${texts.join('\n\n')}`;
    })
    .join('\n\n');
}

const files = {
  'long.md': chapters(words, () => 6),
  'short.md': `# Small\n\n${paragraph('thimble', 0)}`,
};

test('every document and every part of it has its share', async () => {
  const { parts } = await openStudyParts({ files });
  const sample = await samplePassages(parts, { count: 11 });
  expect(sample).toHaveLength(11);
  expect(new Set(sample.map(({ heading }) => heading?.[0]))).toEqual(new Set([...words, 'Small']));
  expect(sample.every(({ sha256 }) => /^[\da-f]{64}$/.test(sha256))).toBe(true);
  const few = await samplePassages(parts, { count: 4 });
  expect(new Set(few.map(({ heading }) => heading?.[0])).size).toBe(4);
});

test('the same chance gives the same passages, another gives others', async () => {
  const { parts } = await openStudyParts({ files });
  const ids = async (seed: number) =>
    (await samplePassages({ ...parts, random: seededRandom(seed) }, { count: 8 })).map(({ id }) => id);
  expect(await ids(5)).toEqual(await ids(5));
  expect(await ids(5)).not.toEqual(await ids(6));
});

test('what was used comes again only when there is nothing else, and the scope is kept to', async () => {
  const { parts, cubo } = await openStudyParts({ files });
  const [uri] = [...cubo.documents()].map((document) => document.uri).filter((name) => name.endsWith('long.md'));
  const scope = { sources: [uri as string] };
  const all = await samplePassages(parts, { scope, count: 1000 });
  expect(all.every(({ source }) => source === uri)).toBe(true);
  const seen = new Set<number>();
  while (seen.size < all.length) {
    const more = await samplePassages(parts, { scope, count: 13, exclude: [...seen] });
    const fresh = more.filter(({ id }) => !seen.has(id));
    expect(fresh).toHaveLength(Math.min(13, all.length - seen.size));
    for (const { id } of fresh) seen.add(id);
  }
  expect(await samplePassages(parts, { scope, count: 13, exclude: [...seen] })).toHaveLength(13);
});

test('of a part that says the same again and again, what is different is taken', async () => {
  const texts = Array.from({ length: 12 }, (_, i) => paragraph(i === 7 ? 'turbine' : 'harbour', 0));
  const { parts } = await openStudyParts({ files: { 'a.md': `# One\n\n${texts.join('\n\n')}` } });
  for (let seed = 1; seed <= 5; seed++) {
    const sample = await samplePassages({ ...parts, random: seededRandom(seed) }, { count: 8 });
    expect(sample.some(({ text }) => text.includes('turbine'))).toBe(true);
  }
});

test('coverage tells of documents and their parts how much of them was used', async () => {
  const { parts } = await openStudyParts({ files });
  const used = await samplePassages(parts, { count: 11 });
  const report = await measureCoverage(parts, { used: used.map(({ id }) => id) });
  expect(report.used).toBe(11);
  expect(report.share).toBe(11 / report.passages);
  expect(report.documents.map(({ sections }) => sections.length)).toEqual([10, 1]);
  expect(report.documents[0]?.sections.every((section) => section.used === 1)).toBe(true);
  expect(report.documents[1]).toMatchObject({ used: 1, sections: [{ heading: ['Small'], used: 1 }] });
  expect(await measureCoverage(parts, { used: [], scope: { sources: ['/nowhere'] } })).toMatchObject({
    passages: 0,
    share: 0,
  });
});

test('a division gives out all that can be taken, and no part more than it takes', () => {
  const part = fc.record({ weight: fc.double({ min: 0, max: 1000, noNaN: true }), most: fc.nat({ max: 20 }) });
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.array(part, { maxLength: 20 }), fc.integer(), (count, shares, seed) => {
      const given = shareOut(count, shares, seededRandom(seed));
      const capacity = shares.reduce((sum, { most }) => sum + most, 0);
      expect(given.reduce((sum, value) => sum + value, 0)).toBe(Math.min(count, capacity));
      given.forEach((value, index) => {
        expect(value).toBeLessThanOrEqual(shares[index]?.most ?? 0);
        if (count >= shares.length && (shares[index]?.most ?? 0) > 0 && capacity >= shares.length)
          expect(value).toBeGreaterThan(0);
      });
    }),
    { seed: 8 },
  );
});
