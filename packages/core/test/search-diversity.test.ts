import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, test } from 'vitest';
import { textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const texts = [
  'The boiler needs water. Fill the boiler with water from the blue tap.',
  'The boiler needs water. Fill the boiler with water from the red tap.',
  'The boiler needs water. Fill the boiler with water from the old tap.',
  'Who repairs the boiler is told by the caretaker of this house, who has the number of a plumber.',
];

test.each([false, hashingEmbedder({ dimensions: 64 })] as const)(
  'with embedder %#, hits that say something else come first',
  async (embedder) => {
    const { cubo } = await openCubo({ embedder });
    await finish(cubo.ingest(texts.map((text, i) => textSource({ uri: `x:${i}`, text }))));
    const search = async (diversity?: number) =>
      cubo.search('boiler water tap', { diversity, nearDuplicates: 'list', limit: 2, explain: true });
    const plain = await search();
    expect(plain.map(({ source }) => source)).not.toContain('x:3');
    const diverse = await search(0.7);
    expect(diverse.map(({ source }) => source)).toEqual([plain[0]?.source, 'x:3']);
    expect(diverse[0]?.explain.diversified).toEqual({ rank: 1, similarity: 0 });
    expect(diverse[1]?.explain.diversified?.rank).toBe(4);
    expect(diverse[1]?.explain.diversified?.similarity).toBeLessThan(0.9);
    expect(diverse[1]?.explain.search?.milliseconds).toHaveProperty('diversity');
    expect(plain[0]?.explain).not.toHaveProperty('diversified');
    for (const diversity of [-0.1, 1.1, Number.NaN, '1' as unknown as number])
      await expect(search(diversity)).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  },
);
