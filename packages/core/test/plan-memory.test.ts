import { expect, test } from 'vitest';
import { leastBudgetMiB } from '../src/memory/memory-options.ts';
import { planMemory } from '../src/memory/plan-memory.ts';

test('what is divided is less than what is left, and grows with the budget', () => {
  const divided = (budgetMiB: number) => {
    const plan = planMemory(budgetMiB);
    return plan.chunkBytes + plan.vectorBytes;
  };
  for (const budgetMiB of [leastBudgetMiB, 450, 512, 4096]) {
    expect(divided(budgetMiB)).toBeGreaterThan(2 ** 20);
    expect(divided(budgetMiB)).toBeLessThan((budgetMiB - leastBudgetMiB + 20) * 2 ** 20);
  }
  expect(divided(512)).toBeGreaterThan(divided(450));
});
