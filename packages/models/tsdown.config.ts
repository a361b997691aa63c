import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig(
  packageBuild({
    unbundle: true,
    entry: [
      'src/index.ts',
      'src/ai-sdk.ts',
      'src/model2vec.ts',
      'src/ollama.ts',
      'src/openai-compatible.ts',
      'src/transformers.ts',
      'src/threads/model-thread.ts',
    ],
  }),
);
