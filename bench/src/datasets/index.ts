export { type Dataset, type JudgedQuery, listDatasets, openDataset } from './dataset.ts';
export type { Row } from './read-rows.ts';
