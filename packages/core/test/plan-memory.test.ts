import { expect, test } from 'vitest';
import { leastBudgetMiB } from '../src/memory/memory-options.ts';
import { planMemory } from '../src/memory/plan-memory.ts';

const GiB = 2 ** 30;

test('a computer with little memory or few cores is a laptop', () => {
  const profile = (memory: number, cores: number) => planMemory(undefined, { memory, cores }).profile;
  expect(profile(16 * GiB, 8)).toBe('laptop');
  expect(profile(64 * GiB, 4)).toBe('laptop');
  expect(profile(32 * GiB, 8)).toBe('workstation');
});

test('a profile chooses the budget, unless there is one', () => {
  const computer = { memory: 8 * GiB, cores: 2 };
  expect(planMemory(undefined, computer).budgetMiB).toBe(512);
  expect(planMemory({ profile: 'workstation' }, computer)).toMatchObject({ profile: 'workstation', budgetMiB: 2048 });
  expect(planMemory({ budgetMiB: 400 }, computer)).toMatchObject({ profile: 'laptop', budgetMiB: 400 });
});

test('what is divided is less than what is left, and grows with the budget', () => {
  const divided = (budgetMiB: number) => {
    const plan = planMemory({ budgetMiB }, { memory: 8 * GiB, cores: 2 });
    return plan.chunkBytes + plan.vectorBytes;
  };
  for (const budgetMiB of [leastBudgetMiB, 450, 512, 4096]) {
    expect(divided(budgetMiB)).toBeGreaterThan(2 ** 20);
    expect(divided(budgetMiB)).toBeLessThan((budgetMiB - leastBudgetMiB + 20) * 2 ** 20);
  }
  expect(divided(512)).toBeGreaterThan(divided(450));
});
