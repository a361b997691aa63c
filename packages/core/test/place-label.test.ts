import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { zipFile } from '../../ingest/test/helpers/zip-file.ts';
import { citationLabel, placeLabel } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const range = { start: 0, end: 9 };

test.each<[Locator, string]>([
  [{ ...range, kind: 'page', page: 3 }, 'page 3'],
  [{ ...range, kind: 'slide', slide: 4 }, 'slide 4'],
  [{ ...range, kind: 'sheet', sheet: 'Fees', rows: [2, 2] }, 'sheet Fees, row 2'],
  [{ ...range, kind: 'rows', rows: [2, 21] }, 'rows 2–21'],
  [{ ...range, kind: 'heading', path: ['Lease', 'Notice'] }, 'Lease › Notice'],
  [{ ...range, kind: 'lines', lines: [1, 1] }, 'line 1'],
  [{ ...range, kind: 'characters' }, ''],
])('%j is %j, also within containers', (locator, place) => {
  const within = { ...locator, member: ['letters.zip', 'lease.bin'] };
  const ending = place === '' ? '' : `, ${place}`;
  expect(placeLabel(locator)).toBe(place);
  expect(placeLabel(within)).toBe(`letters.zip › lease.bin${ending}`);
  expect(citationLabel('/documents/mail.eml', locator)).toBe(`mail.eml${ending}`);
  expect(citationLabel('/documents/mail.eml', within)).toBe(`mail.eml › letters.zip › lease.bin${ending}`);
});

test('what is cited of a file in an archive is labelled with its name', async () => {
  const { cubo, documents } = await openCubo({ embedder: false });
  const data = 'service,fee\nkey replacement,40\n';
  await writeFile(join(documents, 'z.zip'), zipFile([{ name: 'fees/note.csv', data }]));
  await finish(cubo.ingest(documents));
  const { citations } = await cubo.ask('What does a key replacement cost?');
  expect(citations.map(({ source, locator }) => citationLabel(source, locator))).toEqual([
    'z.zip › fees/note.csv, row 2',
  ]);
});
