import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pdfFile } from '../../../ingest/test/helpers/pdf-file.ts';
import { drawnPage } from '../helpers/drawn-page.ts';
import { pngFile } from '../helpers/png-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'cubo-ocr-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const path = join(folder, 'scan.png');
const line = { text: 'Notice is three months.', x: 72, y: 760, size: 14 };
const page = await drawnPage([line]);

import { writeFile } from 'node:fs/promises';

await writeFile(path, pngFile(page.width, page.height, page.pixels));

// #region engine
import { readFile } from 'node:fs/promises';
import { tesseractOcr } from '@cubo/ocr';

const ocr = tesseractOcr({ languages: ['en', 'fr'], workers: 2 });
const { lines, confidence } = await ocr.recognize({
  kind: 'image',
  mediaType: 'image/png',
  bytes: await readFile(path),
});
for (const { text, box } of lines) console.log(text, box); // Notice is three months. [ 146, 257, 428, 277 ]
// #endregion

const bytes = pdfFile({ pages: [[], [line]] });

// #region page
const scan = await ocr.recognize({ kind: 'pdf-page', bytes, page: 2 }, { languages: ['en'] });
await ocr.close();
// #endregion

test('the README reads what it says', () => {
  expect(lines.map(({ text }) => text)).toEqual(['Notice is three months.']);
  expect(confidence).toBeGreaterThan(0.8);
  expect(scan.lines.map(({ text }) => text)).toEqual(['Notice is three months.']);
});
