import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { writeTinySentenceModel } from '../transformers/tiny-sentence-model.ts';
import { writeTinyWhisper } from '../transformers/tiny-whisper.ts';

test('an embedder of transformers.js is made as the guide shows', async () => {
  const directory = await temporaryFolder();
  await writeTinySentenceModel(directory, { onnx: 'model_quantized.onnx' });
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(directory);
  onTestFinished(() => cwd.mockRestore());

  // #region transformers
  const { transformersEmbedder } = await import('@cubo/models/transformers');

  const embedder = await transformersEmbedder({ directory, dtype: 'q8' }); // `createCubo({ …, embedder })`
  // #endregion

  expect(embedder.dimensions).toBe(4);
  await expect(embedder.embedQuery('notice')).rejects.toMatchObject({ code: 'CUBO_PACKAGE_MISSING' });
});

test('a transcriber of transformers.js is made as the guide shows', async () => {
  const directory = await temporaryFolder();
  await writeTinyWhisper(directory, { chains: [['<|transcribe|>', '<|endoftext|>']], suffix: '_quantized' });

  // #region whisper
  const { whisperTranscriber } = await import('@cubo/models/transformers');

  const transcriber = await whisperTranscriber({ directory, dtype: 'q8', language: 'de' });
  // #endregion

  expect(transcriber.id).toMatch(/^whisper:/);
});
