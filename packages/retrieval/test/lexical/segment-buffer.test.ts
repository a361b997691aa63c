import { chunkSetFromIds } from '@cubo/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAnalyzer } from '../../src/analysis/create-analyzer.ts';
import { numberingOf } from '../../src/analysis/numbered-terms.ts';
import { type SegmentBufferOptions, segmentBuffer } from '../../src/lexical/buffer/segment-buffer.ts';
import { termNumbering } from '../../src/lexical/buffer/term-numbering.ts';
import type { LexicalSegment, TermPostings } from '../../src/lexical/lexical-segment.ts';
import { pacer } from '../../src/lexical/pacer.ts';
import { decodeOccurrences } from '../../src/lexical/postings/occurrences.ts';
import type { PostingsReader } from '../../src/lexical/postings/postings-cursor.ts';

const options = (numbering = termNumbering(), names = false): SegmentBufferOptions => ({
  numbering,
  occurrences: true,
  compoundLanguages: new Set(names ? ['de'] : []),
});

/** Of each posting: position, frequency, places. */
function contentsOf(postings: PostingsReader): unknown[] {
  const contents: unknown[] = [];
  while (postings.nextBlock()) {
    const block = postings.occurrences();
    for (let i = 0; i < postings.count; i++) {
      const places: number[] = [];
      if (block) decodeOccurrences(block.bytes, block.starts[i] as number, block.starts[i + 1] as number, places, 0);
      contents.push([postings.positions[i], postings.frequencies[i], places]);
    }
  }
  return contents;
}

async function everythingIn(segment: LexicalSegment): Promise<unknown> {
  const terms: unknown[] = [];
  const stream = await segment.terms(pacer());
  while (stream.next()) {
    const { term, postings } = stream;
    terms.push([term, postings && contentsOf(postings)]);
    // Found by itself, a term has the same postings.
    if (postings) expect(contentsOf((segment.find(term) as TermPostings).cursor())).toEqual(terms.at(-1)?.[1 as never]);
  }
  return terms;
}

const token = fc.record({
  term: fc
    .integer({ min: 0, max: 40 })
    .map((n) => (n < 20 ? 'ab'.repeat(n) : `w${n}`))
    .filter((term) => term !== ''),
  distance: fc.constantFrom(0, 1, 1, 1, 2, 254, 255, 256, 70_000),
});
const part = fc.record({ tokens: fc.array(token, { maxLength: 12 }), weight: fc.integer({ min: 0, max: 3 }) });
const chunk = fc.record({
  id: fc.nat(300),
  parts: fc.array(part, { maxLength: 3 }),
  language: fc.constantFrom('en', 'de'),
});
const chunks = fc.uniqueArray(chunk, { selector: ({ id }) => id, maxLength: 40 });

test('a buffer has the postings of its chunks by ascending id, whatever order they came in', async () => {
  await fc.assert(
    fc.asyncProperty(chunks, fc.boolean(), async (list, keepsNames) => {
      const buffer = segmentBuffer(options(termNumbering(), keepsNames));
      const model = new Map<string, Map<number, { frequency: number; places: Set<number> }>>();
      const lengths = new Map<number, number>();
      for (const { id, parts, language } of list) {
        let behind = -1;
        let length = 0;
        const weighed = parts.map(({ tokens, weight }) => {
          let position = 0;
          const positions = tokens.map(({ distance }) => {
            position += distance;
            return position;
          });
          tokens.forEach(({ term }, i) => {
            if (weight === 0) return;
            const places = model.get(term) ?? new Map();
            const own = places.get(id) ?? { frequency: 0, places: new Set() };
            own.frequency += weight;
            own.places.add(behind + 1 + (positions[i] as number));
            model.set(term, places.set(id, own));
          });
          length += weight * new Set(positions).size;
          if (tokens.length > 0) behind = behind + 1 + position + 100;
          return { terms: { terms: tokens.map(({ term }) => term), positions }, weight };
        });
        lengths.set(id, length);
        buffer.add(id, weighed, language);
      }
      const ids = list.map(({ id }) => id).sort((a, b) => a - b);
      const segment = buffer.snapshot();
      expect(segment.ids).toEqual(chunkSetFromIds(ids));
      expect(Array.from(segment.lengths)).toEqual(ids.map((id) => lengths.get(id)));
      const expected: unknown[] = [...model]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([term, postings]) => [
          term,
          [...postings]
            .map(([id, { frequency, places }]) => [ids.indexOf(id), frequency, [...places].sort((a, b) => a - b)])
            .sort((a, b) => (a[0] as number) - (b[0] as number)),
        ]);
      const all = (await everythingIn(segment)) as [string, unknown][];
      expect(all.filter(([term]) => !term.startsWith('\uffff'))).toEqual(expected);
      const names = all.map(([term]) => term).filter((term) => term.startsWith('\uffff'));
      const germans = new Set(list.filter(({ language }) => language === 'de').map(({ id }) => id));
      const compounds = [...model]
        .filter(([, postings]) => [...postings.keys()].some((id) => germans.has(id)))
        .map(([term]) => term)
        .filter((term) => term.length >= 7 && /^\p{L}+$/u.test(term));
      expect(names).toEqual(keepsNames ? compounds.map((term) => `\uffff${[...term].reverse().join('')}`).sort() : []);
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('a snapshot without some chunks is that of a buffer that never had them', async () => {
  await fc.assert(
    fc.asyncProperty(chunks, fc.uniqueArray(fc.nat(300)), async (list, ids) => {
      const numbering = termNumbering();
      const [all, others] = [segmentBuffer(options(numbering, true)), segmentBuffer(options(numbering, true))];
      const hidden = new Set([...ids, ...list.filter((_, i) => i % 3 === 0).map(({ id }) => id)]);
      for (const { id, parts, language } of list) {
        const weighed = parts.map(({ tokens, weight }) => ({
          terms: { terms: tokens.map(({ term }) => term), positions: tokens.map((_, i) => i) },
          weight,
        }));
        all.add(id, weighed, language);
        if (!hidden.has(id)) others.add(id, weighed, language);
      }
      const found = all.snapshotWithout(chunkSetFromIds([...hidden].sort((a, b) => a - b)));
      const expected = others.snapshot();
      expect(found.ids).toEqual(expected.ids);
      expect(found.tokens).toBe(expected.tokens);
      expect(found.lengths).toEqual(expected.lengths);
      const languagesOf = ({ languages, languageIndexes }: LexicalSegment) =>
        Array.from(languageIndexes, (index) => languages[index]);
      expect(languagesOf(found)).toEqual(languagesOf(expected));
      expect(await everythingIn(found)).toEqual(await everythingIn(expected));
      expect(all.snapshot().documents).toBe(list.length);
    }),
    { seed: 11, numRuns: 100 },
  );
});

test('a snapshot does not show what comes after it', async () => {
  const numbering = termNumbering();
  const buffer = segmentBuffer(options(numbering));
  const add = (id: number, ...terms: string[]) =>
    buffer.add(id, [{ terms: { terms, positions: terms.map((_, i) => i) }, weight: 1 }], 'en');
  add(5, 'lantern');
  const before = buffer.snapshot();
  add(3, 'lantern', 'harbour');
  expect(before.find('harbour')).toBeUndefined();
  expect(before.find('lantern')?.documents).toBe(1);
  expect([...before.termsWith('h')]).toEqual([]);
  expect([...buffer.snapshot().termsWith('h')]).toEqual(['harbour']);
  // The next buffer numbers its terms alike, and has none of these.
  expect(await everythingIn(segmentBuffer(options(numbering)).snapshot())).toEqual([]);
});

test('a buffer holds the same whether it is given numbers or terms', async () => {
  const analyzer = createAnalyzer();
  const numbering = termNumbering();
  const analyzeToNumbers = numberingOf(analyzer)?.(numbering.numberOf);
  const numbered = segmentBuffer(options(numbering));
  const plain = segmentBuffer(options());
  ['The lantern hangs in the harbour.', 'harbour lanterns', '', "l'articolo della legge"].forEach((text, id) => {
    const terms = analyzeToNumbers?.(text, 'en');
    if (terms === undefined) throw new Error('These are simple texts.');
    const { count, numbers, positions } = terms;
    const copied = {
      terms: Array.from(numbers.subarray(0, count), numbering.term),
      positions: positions.slice(0, count),
    };
    numbered.add(id, [{ terms, weight: 1 }], 'en');
    plain.add(id, [{ terms: copied, weight: 1 }], 'en');
  });
  expect(await everythingIn(numbered.snapshot())).toEqual(await everythingIn(plain.snapshot()));
});
