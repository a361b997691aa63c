import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig(packageBuild({ entry: ['src/index.ts'] }));
