import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests run on the sources of every package; only tests that start processes use the built files.
    alias: [
      { find: '@cubo/contracts/testing', replacement: source('contracts/src/testing/index.ts') },
      { find: /^@cubo\/index-tiered\/(usearch|faiss)$/, replacement: source('index-tiered/src/$1.ts') },
      { find: /^@cubo\/retrieval\/(ai-sdk|transformers)$/, replacement: source('retrieval/src/$1.ts') },
      {
        find: /^@cubo\/models\/(ai-sdk|model2vec|ollama|openai-compatible|transformers)$/,
        replacement: source('models/src/$1.ts'),
      },
      { find: '@cubo/core/langchain', replacement: source('core/src/langchain.ts') },
      { find: '@cubo/agent/ai-sdk', replacement: source('agent/src/ai-sdk.ts') },
      { find: /^@cubo\/([a-z-]+)$/, replacement: source('$1/src/index.ts') },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    testTimeout: 30_000,
    maxWorkers: 2,
    // Threads inherit this; see there.
    execArgv: ['--import', new URL('./scripts/lib/resolve-sources.mjs', import.meta.url).href],
  },
});
