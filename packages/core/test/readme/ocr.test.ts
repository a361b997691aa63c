import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawnPage } from '../../../ocr/test/helpers/drawn-page.ts';
import { pngFile } from '../../../ocr/test/helpers/png-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'cubo-ocr-'));
const [path, scans] = [join(folder, 'library'), join(folder, 'scan.png')];
const page = await drawnPage([{ text: 'Notice is three months.', x: 72, y: 760, size: 14 }]);
await writeFile(scans, pngFile(page.width, page.height, page.pixels));

// #region cubo
import { createCubo } from '@cubo/core';
import { tesseractOcr } from '@cubo/ocr';

const ocr = tesseractOcr({ languages: ['en', 'fr'] });
const cubo = await createCubo({ path, ocr });
await cubo.ingest(scans);
const [hit] = await cubo.search('How long is the notice?');
await cubo.close();
await ocr.close();
// #endregion

await rm(folder, { recursive: true, force: true });

test('the guide finds what is written in a scan', () => {
  expect(hit).toMatchObject({ text: 'Notice is three months.', locator: { kind: 'page', page: 1 } });
  expect(hit?.locator).toHaveProperty('confidence');
});
