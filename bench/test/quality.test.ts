import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openDataset } from '../src/datasets/index.ts';
import { evaluateSet, type SetEvaluation } from '../src/evaluation/evaluate-set.ts';

const folder = fileURLToPath(new URL('../../../shared/eval/retrieval', import.meta.url));

async function evaluate(name: string): Promise<SetEvaluation> {
  return evaluateSet(await openDataset(folder, name), { report: () => {} });
}

describe.skipIf(!existsSync(folder))('ranking on public sets, with the defaults', () => {
  test('cranfield', async () => {
    const { bm25, dense, hybrid } = await evaluate('cranfield');
    expect(bm25.ndcg10).toBeGreaterThan(0.36);
    // An exact decomposition (scipy) reaches .4097.
    expect(Math.abs(dense.ndcg10 - 0.4097)).toBeLessThan(0.01);
    expect(hybrid.ndcg10).toBeGreaterThan(bm25.ndcg10 + 0.015);
  }, 120_000);

  test('medline', async () => {
    const { bm25, hybrid } = await evaluate('medline');
    expect(bm25.ndcg10).toBeGreaterThan(0.67);
    expect(hybrid.ndcg10).toBeGreaterThan(bm25.ndcg10 + 0.015);
  }, 120_000);

  test('anthropic-docs', async () => {
    const { bm25, dense, hybrid } = await evaluate('anthropic-docs');
    expect(hybrid.ndcg10).toBeGreaterThan(Math.max(bm25.ndcg10, dense.ndcg10) + 0.015);
  }, 120_000);
});
