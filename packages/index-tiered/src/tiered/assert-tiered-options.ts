import { assertKnownOptions, type KnownOptions } from '@cubo/contracts';
import { unknownValue } from '../check-arguments.ts';
import type { ColdOptions, HotOptions, TieredVectorsOptions } from './tiered-vectors-options.ts';

const tiered: KnownOptions<TieredVectorsOptions> = {
  directory: true,
  files: true,
  dimensions: true,
  encoding: true,
  memoryBytes: true,
  cacheBytes: true,
  blockBytes: true,
  hot: true,
  cold: true,
  background: true,
  trainingBytes: true,
};
const hot: KnownOptions<HotOptions> = {
  capacity: true,
  scanBytes: true,
  m: true,
  efConstruction: true,
  efSearch: true,
};
const cold: KnownOptions<ColdOptions> = { profile: true, recall: true };

/** Throws `CUBO_BAD_ARGUMENT` for a misspelt option of `openTieredVectors`. */
export function assertTieredOptions(options: TieredVectorsOptions): void {
  assertKnownOptions('openTieredVectors()', options, tiered);
  assertKnownOptions('The option hot', options.hot, hot);
  assertKnownOptions('The option cold', options.cold, cold);
}

/** Throws `CUBO_BAD_ARGUMENT` unless a tier is told where its files are, and whether it works in the background. */
export function assertPlace(options: Pick<TieredVectorsOptions, 'directory' | 'files' | 'background'>): void {
  const { directory, files, background } = options as { directory: unknown; files: unknown; background: unknown };
  if (typeof directory !== 'string' || directory === '') {
    throw unknownValue('directory', directory, 'the path of a folder of its own for the index');
  }
  if (typeof files !== 'object' || files === null) throw unknownValue('files', files, 'nodeFileLayer of @cubo/library');
  if (background !== undefined && typeof background !== 'boolean') {
    throw unknownValue('background', background, 'true or false');
  }
}
