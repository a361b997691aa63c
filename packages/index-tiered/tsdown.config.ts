import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig({
  ...packageBuild({ entry: ['src/index.ts'] }),
  // AssemblyScript, which comes first, has put the kernels there.
  clean: ['dist/**', '!dist/*.wasm'],
});
