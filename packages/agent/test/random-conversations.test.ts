import { expect, test } from 'vitest';
import { checkRandomConversations } from './random-conversations.ts';

test('random conversations are what was done in them, whatever was cancelled, edited, rewound or reopened', async () => {
  const report = await checkRandomConversations({ seed: 7, runs: 25 });
  expect(report.conversations).toBe(25);
  for (const count of [report.turns, report.requests, report.cancelled, report.crowded])
    expect(count).toBeGreaterThan(0);
}, 120_000);
