import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CuboError, isCuboError, type TrainedEmbedder } from '@cubo/contracts';
import { createAnalyzer } from '@cubo/retrieval';
import { beforeAll, describe, expect, test } from 'vitest';
import { latentEmbedder } from '../../src/embedders/latent/index.ts';
import { stream, temporaryDirectory, zipfTexts } from './fixture.ts';

const analyzer = createAnalyzer();
const trainable = latentEmbedder({ analyzer, dimensions: 16 });
const texts = zipfTexts(60, { words: 20, vocabulary: 200 });
const names = ['latent-terms.json', 'latent-weights.bin', 'latent.json'];
let embedder: TrainedEmbedder;

beforeAll(async () => {
  embedder = await trainable.fit(stream(texts));
});

async function save(): Promise<string> {
  const directory = await temporaryDirectory();
  await embedder.save(directory);
  return directory;
}

async function refusal(directory: string, of = trainable): Promise<CuboError> {
  const error = await of.restore(directory).catch((thrown: unknown) => thrown);
  if (!isCuboError(error, 'CUBO_INDEX_CORRUPT')) throw new Error('restore() did not refuse', { cause: error });
  expect(error.message).toContain(error.path);
  return error;
}

describe('files of a latent model', () => {
  test('give the same embedder back', async () => {
    const directory = await save();
    expect((await readdir(directory)).sort()).toEqual(names);
    const restored = await trainable.restore(directory);
    expect(restored.fingerprint).toBe(embedder.fingerprint);
    expect(await restored.embedDocuments(texts)).toEqual(await embedder.embedDocuments(texts));
    for (const text of texts) expect(await restored.embedQuery(text)).toEqual(await embedder.embedQuery(text));
  });

  test('may hold terms with lone surrogates and line breaks', async () => {
    const odd = { ...analyzer, analyze: (text: string) => text.split('|'), analyzeQuery: () => [], fingerprint: 'odd' };
    const oddTrainable = latentEmbedder({ analyzer: odd });
    const sample = ['\ud800|a\nb|"', '\udfff|a\nb|\\', '\ufffd|__proto__'];
    const trained = await oddTrainable.fit(stream(sample));
    const directory = await temporaryDirectory();
    await trained.save(directory);
    const restored = await oddTrainable.restore(directory);
    expect(await restored.embedDocuments(sample)).toEqual(await trained.embedDocuments(sample));
  });

  test('are never overwritten', async () => {
    const directory = await save();
    const before = await readFile(join(directory, 'latent.json'));
    await expect(embedder.save(directory)).rejects.toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
    expect(await readFile(join(directory, 'latent.json'))).toEqual(before);
  });

  test('need a directory that exists', async () => {
    const error = await embedder.save(join(await temporaryDirectory(), 'missing')).catch((thrown: unknown) => thrown);
    expect(isCuboError(error, 'CUBO_STORAGE_FAILED')).toBe(true);
  });

  test.each(names)('are refused when %s is missing, longer or shorter by any number of bytes', async (name) => {
    const whole = await readFile(join(await save(), name));
    const directory = await save();
    const path = join(directory, name);
    await rm(path);
    expect((await refusal(directory)).path).toBe(path);
    const lengths = [0, 1, 7, 8, 9, whole.length >> 1, whole.length - 2];
    for (const length of lengths) {
      await writeFile(path, whole);
      await truncate(path, length);
      expect((await refusal(directory)).path).toBe(path);
    }
    await writeFile(path, whole);
    await appendFile(path, 'x');
    expect((await refusal(directory)).path).toBe(path);
  });

  test.each(names)('are refused when any one bit of %s has changed', async (name) => {
    const directory = await save();
    const path = join(directory, name);
    const whole = await readFile(path);
    // The manifest ends with a line break, which JSON does not care about.
    const length = name === 'latent.json' ? whole.length - 1 : whole.length;
    const step = Math.max(1, Math.floor(length / 150));
    for (let at = 0; at < length; at += step) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
      if (name === 'latent.json' && sameJson(whole, damaged)) continue;
      await writeFile(path, damaged);
      await refusal(directory);
    }
  });

  test('are refused for another analyzer, other dimensions and a newer format', async () => {
    const directory = await save();
    const path = join(directory, 'latent.json');
    const otherAnalyzer = latentEmbedder({ analyzer: { ...analyzer, fingerprint: 'other@2' }, dimensions: 16 });
    expect((await refusal(directory, otherAnalyzer)).message).toContain('other@2');
    expect((await refusal(directory, latentEmbedder({ analyzer, dimensions: 32 }))).message).toContain('16 dimensions');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    await writeFile(path, JSON.stringify({ ...manifest, version: 2 }));
    expect((await refusal(directory)).path).toBe(path);
  });

  test('are refused when they are valid each but belong to different models', async () => {
    const directory = await save();
    const other = await temporaryDirectory();
    await (await trainable.fit(stream(texts.slice(1)))).save(other);
    for (const name of names) {
      await save();
      const mixed = await temporaryDirectory();
      for (const each of names) {
        await writeFile(join(mixed, each), await readFile(join(each === name ? other : directory, each)));
      }
      await refusal(mixed);
    }
  });
});

/** Whether two files mean the same, as when the white space between tokens differs. */
function sameJson(a: Buffer, b: Buffer): boolean {
  try {
    return JSON.stringify(JSON.parse(a.toString())) === JSON.stringify(JSON.parse(b.toString()));
  } catch {
    return false;
  }
}
