// Of the vector index also parts that it does not export: the scan of compressed vectors is measured by itself.
export { openColdSegment } from '../../../packages/index-tiered/src/cold/cold-segment.ts';
export { planFor } from '../../../packages/index-tiered/src/cold/search-plan.ts';
export type { TieredVectorsOptions } from '../../../packages/index-tiered/src/index.ts';
export { openTieredVectors, tieredVectorsFormat } from '../../../packages/index-tiered/src/index.ts';
export { createKernels } from '../../../packages/index-tiered/src/kernels/create-kernels.ts';
export { createRandom } from '../../../packages/index-tiered/src/quantization/random.ts';
