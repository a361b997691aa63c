import { generatorConformance } from '@cubo/contracts/testing';
import { describe, test } from 'vitest';
import { createAnalyzer, extractiveGenerator } from '../src/index.ts';

describe('the extractive generator keeps the contract', () => {
  for (const check of generatorConformance({ create: () => extractiveGenerator({ analyzer: createAnalyzer() }) })) {
    test(check.name, check.run);
  }
});
