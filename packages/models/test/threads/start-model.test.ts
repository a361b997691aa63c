import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sampleTexts } from '@cubo/contracts/testing';
import { expect, onTestFinished, test } from 'vitest';
import { findPackage } from '../../src/loading/optional-package.ts';
import type { ModelRequest } from '../../src/threads/folder-model.ts';
import { startModel } from '../../src/threads/start-model.ts';
import { dimensions, writeTinyStaticModel } from '../model2vec/tiny-static-model.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function tinyRequest(): Promise<ModelRequest<'static'>> {
  const directory = await temporaryFolder();
  await writeTinyStaticModel(directory);
  const library = findPackage('@huggingface/tokenizers', 'A test');
  const [tensors, tokenizer] = ['model.safetensors', 'tokenizer.json'].map((name) => join(directory, name));
  const options = { library, tensors: tensors as string, tokenizer: tokenizer as string };
  return { kind: 'static', options: { ...options, dimensions, maximumTokens: 512 } };
}

async function started<Kind extends 'static' | 'sentence'>(request: ModelRequest<Kind>, inThread: boolean) {
  const model = await startModel(request, inThread);
  onTestFinished(() => model.close());
  return model;
}

test('a thread gives what the calling thread gives, request by request', async () => {
  const request = await tinyRequest();
  const [there, here] = [await started(request, true), await started(request, false)];
  const texts = sampleTexts(6);
  const answers = await Promise.all(texts.map((text) => there.run([text])));
  expect(answers.flat()).toEqual(await here.run(texts));
  expect(await there.run([])).toEqual([]);
});

test('what fails while it loads comes as it was', async () => {
  const request = await tinyRequest();
  await writeFile((request.options as { tokenizer: string }).tokenizer, '{');
  for (const inThread of [true, false]) {
    await expect(startModel(request, inThread)).rejects.toMatchObject({
      code: 'CUBO_MODEL_INVALID',
      path: expect.stringContaining('tokenizer.json'),
      remedy: 'Copy the folder of the model again.',
    });
  }
});

test('what fails while it embeds fails that request alone', async () => {
  const model = await started(await tinyRequest(), true);
  await expect(model.run([Symbol.iterator.toString(), 5 as unknown as string])).rejects.toThrow(/toWellFormed/);
  expect(await model.run(['a lease'])).toHaveLength(1);
  expect(model.isAlive()).toBe(true);
});

test('a thread that ends is known to be dead, and its requests fail', async () => {
  const model = await started(await tinyRequest(), true);
  // Long enough that it is still at work when it is ended.
  const asked = model.run(Array.from({ length: 3000 }, () => 'the tenant gives notice '.repeat(400)));
  const failing = expect(asked).rejects.toThrow('its thread ended');
  await model.close();
  await failing;
  expect(model.isAlive()).toBe(false);
  await expect(model.run(['a lease'])).rejects.toThrow('its thread ended');
});

test('the host goes on while a thread embeds', async () => {
  const model = await started(await tinyRequest(), true);
  const text = 'the tenant gives notice '.repeat(400);
  let turns = 0;
  let isDone = false;
  const embedding = model.run(Array.from({ length: 3000 }, () => text)).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    turns++;
    await new Promise(setImmediate);
  }
  expect(await embedding).toHaveLength(3000);
  // In the calling thread there would be one for every five milliseconds of work.
  expect(turns).toBeGreaterThan(1000);
});

test('a thread without work keeps no process alive', async () => {
  const request = await tinyRequest();
  const url = new URL('../../src/threads/start-model.ts', import.meta.url);
  const program = `
    import { startModel } from ${JSON.stringify(url.href)};
    const model = await startModel(${JSON.stringify(request)}, true);
    console.log((await model.run(['a lease', 'a tenant'])).length);
  `;
  const hooks = new URL('../../../../scripts/lib/resolve-sources.mjs', import.meta.url).href;
  const file = join(await temporaryFolder(), 'program.mjs');
  await writeFile(file, program);
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', hooks, file], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect({ stdout, stderr, status }).toEqual({ stdout: '2\n', stderr: '', status: 0 });
});

test.each([true, false])('a library that would fetch is refused, in a thread of its own: %s', async (inThread) => {
  const directory = await temporaryFolder();
  const library = join(directory, 'library.cjs');
  const fetching = "async () => fetch('http://192.0.2.1/model').catch((error) => { throw error.cause; })";
  await writeFile(library, `exports.AutoTokenizer = { from_pretrained: ${fetching} };`);
  const options = { library, directory, dtype: 'fp32', pooling: 'mean', maximumTokens: 8 } as const;
  await expect(startModel({ kind: 'sentence', options }, inThread)).rejects.toMatchObject({
    code: 'CUBO_MODEL_INVALID',
    message: expect.stringContaining('192.0.2.1:80 was not contacted (a model of a folder)'),
  });
});
