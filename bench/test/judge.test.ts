import { describe, expect, test } from 'vitest';
import { judgeTargets, verdict } from '../src/comparison/judge.ts';
import { allSets, judgeEvaluation } from '../src/evaluation/evaluation-targets.ts';

const set = (name: string, figures: Record<string, number>, size = 300) => ({ name, size, figures });

describe('requirements', () => {
  test('are missed by as much as the worst figure is beyond its limit', () => {
    const target = {
      requirement: 'r',
      limits: [
        { figure: 'recall', atLeast: 0.9 },
        { figure: 'time', atMost: 5 },
      ],
      everySet: true,
    } as const;
    const judge = (...sets: Parameters<typeof judgeTargets>[1]) => judgeTargets([target], sets)[0];
    expect(judge(set('a', { recall: 0.9, time: 5 }))).toEqual({
      requirement: 'r',
      reached: true,
      measured: 'a: recall 0.9, time 5',
    });
    const missed = judge(set('a', { recall: 0.88, time: 4 }), set('b', { time: 6.5 }));
    expect(missed).toMatchObject({ reached: false, missedBy: 1.5 });
    expect(judge()).toMatchObject({ reached: undefined, measured: 'not measured' });
  });

  test('are told in words', () => {
    const said = (reached: boolean | undefined, missedBy?: number) =>
      verdict({ requirement: '', measured: '', reached, ...(missedBy !== undefined && { missedBy }) });
    expect([said(true), said(undefined)]).toEqual(['met', 'unknown']);
    expect([0.012, 0.9, 0.00004, 12.34].map((by) => said(false, by))).toEqual([
      'missed by .012',
      'missed by .900',
      'missed by .00004',
      'missed by 12.3',
    ]);
  });

  test('of sets are those of the set alone', () => {
    const judged = judgeEvaluation('latent', [
      set('scifact', { bm25: 0.69, hybrid: 0.688, overBm25: -0.002, overBetter: -0.002 }),
      set('xquad-de', { bm25: 0.95, hybrid: 0.95, overBm25: 0, overBetter: -0.01 }),
      set('other', { bm25: 0.1, hybrid: 0.1, overBm25: -0.5, overBetter: -0.5 }),
    ]).filter(({ measured }) => measured !== 'not measured');
    expect(judged.map((one) => [one.requirement, verdict(one)])).toEqual([
      ['scifact: BM25 at least .685', 'met'],
      ['scifact: hybrid at least .7', 'missed by .012'],
      ['xquad-de: BM25 at least .95', 'met'],
      ['xquad-de: hybrid not below BM25', 'met'],
    ]);
  });

  test('of all sets need as many of them as there are requirements for', () => {
    const overall = (sets: number, figures: Record<string, number>) =>
      judgeEvaluation('latent', [set(allSets, figures, sets)])
        .filter(({ measured }) => measured !== 'not measured')
        .map(verdict);
    const figures = { meanGain: 0.004, worstGain: -0.025 };
    expect(overall(16, figures)).toEqual(['met', 'missed by .005', 'missed by .006', 'missed by .020']);
    expect(overall(4, figures)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  test('with given vectors no set may lose more than .005', () => {
    const [judged] = judgeEvaluation('given', [set('a', { overBetter: -0.005 }), set('b', { overBetter: -0.02 })]);
    expect(judged).toMatchObject({ reached: false, missedBy: expect.closeTo(0.015, 9) });
    expect(judgeEvaluation('given', [set('a', { overBetter: -0.005 })])[0]?.reached).toBe(true);
  });
});
