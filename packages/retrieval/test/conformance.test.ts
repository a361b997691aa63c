import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fuserConformance, sparseIndexConformance } from '@cubo/contracts/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { agreementFusion, convexFusion, reciprocalRankFusion } from '../src/index.ts';
import { open } from './lexical/helpers.ts';

describe('the lexical index', () => {
  let root = '';
  let count = 0;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'cubo-conformance-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const create = async () => {
    const directory = join(root, `${count++}`);
    return { index: await open(directory), reopen: () => open(directory) };
  };
  for (const check of sparseIndexConformance({ create })) test(check.name, check.run);
});

describe.each([
  reciprocalRankFusion(),
  reciprocalRankFusion({ k: 10, weights: { dense: 0.5 } }),
  convexFusion({ weights: { sparse: 0.6, dense: 0.3, titles: 0.1 } }),
  agreementFusion(),
])('$id', (fuser) => {
  for (const check of fuserConformance({ create: () => fuser })) test(check.name, check.run);
});
