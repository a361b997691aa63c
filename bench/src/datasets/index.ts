export { type Dataset, type JudgedQuery, listDatasets, openDataset } from './dataset.ts';
export type { Reference, Row } from './read-rows.ts';
