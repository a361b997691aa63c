import type { UserConfig } from 'tsdown';

/** The build that every package shares: ESM, one file per module kept, declarations from the sources. */
export function packageBuild(options: { entry: string[] }): UserConfig {
  return {
    entry: options.entry,
    format: 'esm',
    platform: 'node',
    target: 'node22.14',
    tsconfig: '../../tsconfig.base.json',
    unbundle: true,
    dts: true,
    sourcemap: false,
    clean: true,
    fixedExtension: false,
  };
}
