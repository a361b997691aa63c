import { assertKnownOptions, CuboError, type KnownOptions } from '@cubo/contracts';
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
    throw wrong('directory', directory, 'the path of a folder of its own for the index');
  }
  if (typeof files !== 'object' || files === null) throw wrong('files', files, 'nodeFileLayer of @cubo/library');
  if (background !== undefined && typeof background !== 'boolean') {
    throw wrong('background', background, 'true or false');
  }
}

function wrong(name: string, value: unknown, expected: string): CuboError {
  const message = `The option ${name} is ${JSON.stringify(value)}.`;
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy: `Pass ${expected}.` });
}
