import { CuboError } from '@cubo/contracts';
import type { EngineDescription } from '../engines/load-engine.ts';
import type { BuildFailure } from './run-build-process.ts';

/** What FAISS says of a training with too few vectors. */
const tooFew = /Number of training points \((\d+)\) should be at least as large as number of clusters \((\d+)\)/;

/**
 * The error for a build that failed; nothing where there are not enough vectors yet to train what was asked for, which
 * passes as they become more.
 */
export function buildError(
  description: EngineDescription,
  { stage, reason }: BuildFailure,
  vectors: number,
): CuboError | undefined {
  const [, points, clusters] = tooFew.exec(reason) ?? [];
  if (clusters !== undefined && Number(clusters) > vectors) return undefined;
  const what = description.name === 'faiss' ? `FAISS (${description.settings.factory})` : 'usearch';
  const message = `${what} could not ${stage === undefined ? 'be loaded' : verbs[stage]}: ${reason.replace(/\.$/, '')}.`;
  if (clusters !== undefined) {
    const remedy = `Raise trainingBytes, of which ${points} vectors came, until ${clusters} do, or choose fewer.`;
    return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
  }
  if (stage === 'save') {
    return new CuboError({ code: 'CUBO_STORAGE_FAILED', message, remedy: 'Make room on the disk, and try again.' });
  }
  if (stage === undefined) {
    return new CuboError({ code: 'CUBO_PACKAGE_MISSING', message, remedy: 'Install the package anew.' });
  }
  if (/SIGKILL|bad_alloc|memory/i.test(reason)) {
    const remedy = 'Lower memoryBytes, so that fewer vectors are put into the index, or choose a smaller one.';
    return new CuboError({ code: 'CUBO_MEMORY_EXCEEDED', message, remedy });
  }
  const remedy = description.name === 'faiss' ? 'Choose another factory string.' : 'Choose other options.';
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}

const verbs = {
  create: 'make an index',
  load: 'read its index',
  train: 'be trained',
  add: 'add vectors',
  search: 'search',
  save: 'write its index',
};
