import type { SearchPlan } from './search-plan.ts';

/** What a cold segment says of itself, behind FAISS's part of its file. */
export interface ColdDescription {
  /** Identifies the codebook, see `Codebook`. */
  readonly codebook: string;
  /** Vectors that the codebook was trained for. */
  readonly trainedVectors: number;
  /** Error of those, in relation to their squared length. */
  readonly trainedError: number;
  /** Recall aimed at. */
  readonly target: number;
  readonly plans: readonly SearchPlan[];
  /** Share of the ten nearest that compressed scores alone find among the first ten. */
  readonly compressedRecall: number;
}

/** Reads a description; a string is the reason why it is none. */
export function readColdDescription(value: Readonly<Record<string, unknown>>): ColdDescription | string {
  const { codebook, trainedVectors, trainedError, target, plans, compressedRecall } = value;
  if (typeof codebook !== 'string') return 'does not name its codebook';
  if (!isCount(trainedVectors) || !isNumber(trainedError)) return 'does not tell what it was trained on';
  if (!isShare(target) || !isShare(compressedRecall)) return 'does not tell its recall';
  if (!Array.isArray(plans) || plans.length === 0 || !plans.every(isPlan)) return 'does not tell how to search it';
  return { codebook, trainedVectors, trainedError, target, plans, compressedRecall };
}

function isPlan(value: unknown): value is SearchPlan {
  if (typeof value !== 'object' || value === null) return false;
  const { limit, probes, candidates, recall } = value as Record<string, unknown>;
  return [limit, probes, candidates].every((count) => isCount(count) && count > 0) && isShare(recall);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isCount = (value: unknown): value is number => isNumber(value) && Number.isSafeInteger(value);
const isShare = (value: unknown): value is number => isNumber(value) && value <= 1;
