import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scriptedOcr } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { pngFile } from '../../ocr/test/helpers/png-file.ts';
import { createCubo } from '../src/index.ts';
import { chooseOcr } from '../src/ocr/choose-ocr.ts';
import { finish, openCubo } from './open-cubo.ts';

const image = pngFile(4, 4, new Uint8Array(16));
const ocr = () => scriptedOcr({ script: 'Notice is three months.' });

// Threads that run the sources take seconds to start.
const timeout = 90_000;

test.each([false, 1] as const)(
  'an image is read by the engine that the host gives, and found (threads: %s)',
  async (threads) => {
    const { cubo, documents } = await openCubo({ ocr: ocr(), threads, embedder: false });
    await writeFile(join(documents, 'scan.png'), image);
    expect((await finish(cubo.ingest(documents))).outcomes.indexed).toBe(1);
    const [hit] = await cubo.search('notice');
    expect(hit).toMatchObject({
      text: 'Notice is three months.',
      locator: { kind: 'page', page: 1, box: [20, 20, 181, 32], confidence: 0.9 },
    });
  },
  timeout,
);

test('without an engine an image is passed over, with what to install', async () => {
  const { cubo, documents } = await openCubo({ ocr: false });
  await writeFile(join(documents, 'scan.png'), image);
  const { skipped } = await finish(cubo.ingest(documents));
  expect(skipped).toMatchObject([
    { code: 'CUBO_OCR_UNAVAILABLE', reason: expect.stringContaining('npm install @cubo/ocr') },
  ]);
});

test('what is no engine is refused', async () => {
  const { directory } = await openCubo();
  for (const wrong of [{}, true, { id: 'x', mediaTypes: [], recognize() {} }]) {
    const options = { path: join(directory, 'other'), ocr: wrong as never };
    await expect(createCubo(options)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
});

test('the default is the engine of @cubo/ocr where it is installed, and only that is closed', async () => {
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const { engine, close } = await chooseOcr(undefined, logger);
  expect(engine?.id).toMatch(/^tesseract@\d+:eng/);
  await close();
  const png = { kind: 'image', mediaType: 'image/png', bytes: image } as const;
  await expect(engine?.recognize(png)).rejects.toThrow(/closed/);
  const own = ocr();
  await (await chooseOcr(own, logger)).close();
  await expect(own.recognize(png)).resolves.toMatchObject({ confidence: 0.9 });
});
