import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig(packageBuild({ unbundle: true, entry: ['src/index.ts', 'src/cli.ts'] }));
