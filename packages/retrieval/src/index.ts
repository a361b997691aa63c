export { createAnalyzer } from './analysis/index.ts';
