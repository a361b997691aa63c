import type { UserConfig } from 'tsdown';

/**
 * The build that every package shares: ESM, declarations from the sources. A package becomes few files, for Node takes a
 * millisecond for each that it loads; `unbundle` keeps a file per module where threads and commands lie beside others.
 */
export function packageBuild(options: { entry: string[]; unbundle?: boolean }): UserConfig {
  return {
    unbundle: false,
    ...options,
    format: 'esm',
    platform: 'node',
    target: 'node22.14',
    tsconfig: '../../tsconfig.base.json',
    dts: true,
    sourcemap: false,
    clean: true,
    fixedExtension: false,
  };
}
