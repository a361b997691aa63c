export type { ConformanceCheck } from './conformance-check.ts';
