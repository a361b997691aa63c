import { join } from 'node:path';
import { expect, test } from 'vitest';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { checkGrounding } from '../../src/grounding/check-grounding.ts';
import { findQuote } from '../../src/grounding/find-quote.ts';
import { groundQuote } from '../../src/grounding/ground-quote.ts';
import type { Grounding } from '../../src/grounding/grounding.ts';
import { openStudyParts, writeFiles } from '../helpers/open-study-parts.ts';

const lease = '# Lease\n\nThe rent is 950 euros a month.\n\nNotice is given three months before the end.\n';
const letter = 'Dear tenant,\nthe boiler will be replaced\non 12 March.\n';

test('words are stale when their document has changed and does not say them, and gone with it', async () => {
  const { parts, cubo, documents } = await openStudyParts({ files: { 'lease.md': lease, 'letter.txt': letter } });
  const passages = await samplePassages(parts, { count: 10 });
  const ground = (quote: string): Grounding => {
    for (const passage of passages) {
      const range = findQuote(passage.text, quote);
      if (range !== undefined) return groundQuote(passage, range);
    }
    throw new Error('not there');
  };
  const groundings = ['The rent is 950 euros', 'three months before', 'boiler will be replaced on 12 March'].map(
    ground,
  );
  expect(groundings.map(({ quote }) => quote)).toEqual([
    'The rent is 950 euros',
    'three months before',
    'boiler will be replaced\non 12 March',
  ]);
  expect(groundings[2]?.locator).toMatchObject({ kind: 'lines', lines: [2, 3] });
  const reads: string[] = [];
  const counted = {
    documents: cubo.documents,
    read(source: string, options?: object) {
      reads.push(source);
      return cubo.read(source, options);
    },
  };
  const many = Array.from({ length: 100 }, () => groundings).flat();
  expect(new Set(await checkGrounding(counted, many))).toEqual(new Set(['current']));
  expect(reads).toEqual([]);

  await writeFiles(documents, { 'lease.md': lease.replace('three months', 'six  months').replace('950', '950') });
  await cubo.ingest(documents);
  expect((await checkGrounding(counted, many)).slice(0, 3)).toEqual(['current', 'stale', 'current']);
  expect(reads).toEqual([groundings[0]?.source]);

  await cubo.delete(join(documents, 'letter.txt'));
  expect(await checkGrounding(cubo, groundings)).toEqual(['current', 'stale', 'gone']);
  expect(await checkGrounding(cubo, [])).toEqual([]);
});

test('words are found wherever they stand in a long document that has changed, also where its windows meet', async () => {
  const line = (number: number) => `Lamp ${number} of the hall costs ${number * 7} euros and is switched on at dusk.`;
  const lines = Array.from({ length: 4000 }, (_, number) => line(number));
  const { parts, cubo, documents } = await openStudyParts({ files: { 'long.txt': lines.join('\n') } });
  const groundings = (await samplePassages(parts, { count: 10_000 })).map((passage) =>
    groundQuote(passage, { start: 0, end: passage.text.length }),
  );
  await writeFiles(documents, { 'long.txt': ['A new beginning.', ...lines.slice(0, 3990)].join('\n') });
  await cubo.ingest(documents);
  const states = await checkGrounding(cubo, groundings);
  expect(new Set(states.slice(0, -2))).toEqual(new Set(['current']));
  expect(states.at(-1)).toBe('stale');
});
