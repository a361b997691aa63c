import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A library as the tests have it. */
export interface TestedPackage {
  /** Path of its folder. */
  readonly path: string;
  /** Why it cannot take part, if it cannot. */
  readonly missing: string | undefined;
}

/** Finds a package in the folder that `CUBO_ADAPTER_PACKAGES` names: none of them is part of the workspace. */
function testedPackage(name: string): TestedPackage {
  const folder = process.env.CUBO_ADAPTER_PACKAGES;
  const path = join(folder ?? '.', 'node_modules', name);
  const missing = folder === undefined ? `CUBO_ADAPTER_PACKAGES names no folder with ${name}` : whyNot(path);
  if (missing !== undefined) console.info(`Tests are skipped: ${missing}.`);
  return { path, missing };
}

function whyNot(path: string): string | undefined {
  try {
    createRequire(import.meta.url)(path);
    return undefined;
  } catch (error) {
    return `${path} cannot be loaded: ${String(error).split('\n')[0]}`;
  }
}

export const usearchPackage: TestedPackage = testedPackage('usearch');
export const faissPackage: TestedPackage = testedPackage('faiss-node');
