import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig({
  ...packageBuild({ entry: [] }),
  entry: {
    index: 'src/index.ts',
    usearch: 'src/usearch.ts',
    faiss: 'src/faiss.ts',
    // It is started by its path, and lies beside the code that does so.
    'build-process': 'src/candidates/building/build-process.ts',
  },
  // AssemblyScript, which comes first, has put the kernels there.
  clean: ['dist/**', '!dist/*.wasm'],
});
