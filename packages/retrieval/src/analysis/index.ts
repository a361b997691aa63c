export { createAnalyzer } from './create-analyzer.ts';
