export type { ColdProfile } from './cold/cold-shape.ts';
export { mendTieredVectors } from './tiered/mend-tiered-vectors.ts';
export { openTieredVectors, tieredVectorsFormat } from './tiered/open-tiered-vectors.ts';
export type { TieredVectors } from './tiered/tiered-vectors.ts';
export type { ColdOptions, HotOptions, TieredVectorsOptions } from './tiered/tiered-vectors-options.ts';
