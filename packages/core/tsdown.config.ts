import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig(
  packageBuild({
    unbundle: true,
    entry: [
      'src/index.ts',
      'src/cli.ts',
      'src/langchain.ts',
      'src/threads/ingest-thread.ts',
      'src/threads/extract-thread.ts',
      'src/threads/search-thread.ts',
    ],
  }),
);
