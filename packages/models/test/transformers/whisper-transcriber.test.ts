import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TranscriptSegment } from '@cubo/contracts';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type WhisperTranscriberOptions, whisperTranscriber } from '../../src/transformers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { writeTinyWhisper } from './tiny-whisper.ts';

/** The package takes half a gigabyte and is no part of the workspace. */
const packages = process.env.CUBO_ADAPTER_PACKAGES;
const isInstalled = packages !== undefined && existsSync(join(packages, 'node_modules/@huggingface/transformers'));
if (!isInstalled)
  console.info('Tests are skipped: CUBO_ADAPTER_PACKAGES names no folder with @huggingface/transformers.');

function inApplication(folder = packages as string): void {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(folder);
  onTestFinished(() => cwd.mockRestore());
}

const english = ['<|transcribe|>', '<|0.00|>', ' The', ' notice', ' period', '<|1.00|>', '<|endoftext|>'];
const startsAtOnce = ['<|startoftranscript|>', '<|0.00|>', ' hello', '<|0.50|>', '<|endoftext|>'];

async function tiny(options: Partial<WhisperTranscriberOptions> = {}, isMultilingual = true) {
  const directory = await temporaryFolder();
  await writeTinyWhisper(directory, { chains: isMultilingual ? [english] : [startsAtOnce], isMultilingual });
  const transcriber = await whisperTranscriber({ directory, thread: false, ...options });
  onTestFinished(() => transcriber.unload());
  return { transcriber, directory };
}

const audio = Float32Array.from({ length: 16_000 }, (_, i) => Math.sin(i / 10) / 2);

async function heard(transcriber: Awaited<ReturnType<typeof whisperTranscriber>>, language?: string) {
  return collect(transcriber.transcribe(audio, { language }));
}

async function collect(segments: AsyncIterable<TranscriptSegment>): Promise<TranscriptSegment[]> {
  const collected: TranscriptSegment[] = [];
  for await (const segment of segments) collected.push(segment);
  return collected;
}

test('settings and folders that make no sense are refused', async () => {
  const directory = await temporaryFolder();
  for (const options of [undefined, {}, { directory: 7 }, { directory, dtype: 'q1' }, { directory, language: 'ü' }]) {
    await expect(whisperTranscriber(options as never)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  }
  await expect(whisperTranscriber({ directory })).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND' });
  await writeTinyWhisper(directory, { chains: [english] });
  await expect(whisperTranscriber({ directory, dtype: 'q8' })).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND' });
  await rm(join(directory, 'tokenizer.json'));
  await expect(whisperTranscriber({ directory })).rejects.toMatchObject({ code: 'CUBO_PATH_NOT_FOUND' });
});

test('the id tells the model and the language', async () => {
  const { transcriber } = await tiny({ language: 'de' });
  const other = await tiny({ language: 'en' });
  expect(transcriber.id).toMatch(/^whisper:.+:[0-9a-f]{16}:de$/);
  expect(other.transcriber.id.split(':')[2]).toBe(transcriber.id.split(':')[2]);
});

test('without the package it says which', async () => {
  const { transcriber } = await tiny({ language: 'en' });
  inApplication(await temporaryFolder());
  await expect(heard(transcriber)).rejects.toMatchObject({
    code: 'CUBO_PACKAGE_MISSING',
    message: expect.stringContaining('@huggingface/transformers'),
  });
});

describe.skipIf(!isInstalled)('with transformers.js', () => {
  test.each([false, true])('it gives what is said with its times (in a thread: %s)', async (thread) => {
    inApplication();
    const { transcriber } = await tiny({ language: 'en-GB', thread });
    expect(await heard(transcriber)).toEqual([{ text: ' The notice period', start: 0, end: 1 }]);
    await transcriber.unload();
    expect(await heard(transcriber, 'de')).toEqual([{ text: ' The notice period', start: 0, end: 1 }]);
  });

  test('a model of several languages has to be told one, another one not', async () => {
    inApplication();
    const { transcriber } = await tiny();
    await expect(heard(transcriber)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
    const { transcriber: single } = await tiny({}, false);
    expect(await heard(single)).toEqual([{ text: ' hello', start: 0, end: 0.5 }]);
    expect(await heard(single, 'de')).toHaveLength(1);
  });

  test('files that changed are not read, and an abort is heeded', async () => {
    inApplication();
    const { transcriber, directory } = await tiny({ language: 'en' });
    const aborted = collect(transcriber.transcribe(audio, { signal: AbortSignal.abort() }));
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    await writeTinyWhisper(directory, { chains: [startsAtOnce] });
    await expect(heard(transcriber)).rejects.toMatchObject({ code: 'CUBO_MODEL_INVALID' });
  });

  test('a language that the model does not know is told', async () => {
    inApplication();
    const { transcriber } = await tiny();
    await expect(heard(transcriber, 'tlh')).rejects.toMatchObject({ code: 'CUBO_TRANSCRIBER_FAILED' });
  });
});
