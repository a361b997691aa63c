import fc from 'fast-check';
import { expect, test } from 'vitest';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { generateItems } from '../../src/generation/generate-items.ts';
import { openStudyParts, seededRandom } from '../helpers/open-study-parts.ts';
import { cards, cardVariables } from './cards.ts';
import { lieMark, lyingGenerator } from './lying-generator.ts';

const space = fc.constantFrom(' ', ' ', ' ', '  ', '\n', '\u00a0');
const sentence = fc
  .tuple(
    fc.constantFrom('lamp', 'boat', 'Straße', 'café table', 'clock “Ida”', 'well-known **map**', 'flat'),
    fc.stringMatching(/^[a-z]{4,9}$/),
    fc.integer({ min: 2, max: 9999 }),
    space,
  )
  .map(([thing, name, price, gap]) => `The ${thing}${gap}of ${name}${gap}costs ${price} euros${gap}at the fair.`);
const section = fc
  .tuple(fc.stringMatching(/^[A-Z][a-z]{3,9}$/), fc.array(sentence, { minLength: 1, maxLength: 25 }))
  .map(([heading, sentences]) => `## ${heading}\n\n${sentences.join(' ')}`);
const document = fc.tuple(fc.constantFrom('md', 'txt'), fc.array(section, { minLength: 1, maxLength: 4 }));

test('of a generator that lies in a third of its items, only those come whose words stand in their chunk', async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 3 }), fc.nat(), async (documents, seed) => {
      const files = Object.fromEntries(
        documents.map(([type, sections], index) => [`${index}.${type}`, sections.join('\n\n')]),
      );
      const random = seededRandom(seed);
      const { cubo, parts } = await openStudyParts({ files, generator: lyingGenerator(random), parts: { random } });
      const passages = await samplePassages(parts, { count: 20 });
      const { items, dropped } = await generateItems(parts, cards, { passages, count: 25, variables: cardVariables });
      const texts = new Map<number, string>();
      const places = new Map<number, readonly [string, number]>();
      for (const { uri } of cubo.documents()) {
        for await (const { id, text, source, locator } of cubo.read(uri)) {
          texts.set(id, text);
          places.set(id, [source, locator.start]);
        }
      }
      for (const { item, grounding } of items) {
        expect(item.front).not.toContain(lieMark);
        const text = texts.get(grounding.chunk) as string;
        expect(text).toContain(grounding.quote);
        const [source, start] = places.get(grounding.chunk) as readonly [string, number];
        expect(grounding.source).toBe(source);
        const { locator } = grounding;
        expect(text.slice(locator.start - start, locator.end - start)).toBe(grounding.quote);
        expect(grounding.quote).toContain(item.back.replace(' euros', ''));
      }
      expect(dropped.invalid).toBe(0);
      kept += items.length;
    }),
    { seed: 8, numRuns: 20 },
  );
  // What is true comes through.
  expect(kept).toBeGreaterThan(100);
});
