// #region conformance
import { embedderConformance } from '@cubo/contracts/testing';
import { test } from 'vitest';
import { myEmbedder } from './my-embedder.ts';

for (const check of embedderConformance({ create: myEmbedder })) test(check.name, check.run);
// #endregion
