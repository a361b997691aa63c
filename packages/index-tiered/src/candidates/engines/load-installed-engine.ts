import { CuboError } from '@cubo/contracts';
import type { Engine } from './engine.ts';
import { type EngineDescription, loadEngine } from './load-engine.ts';
import { isMissing } from './load-package.ts';

/** Loads the library; throws `CUBO_PACKAGE_MISSING`, with the command that installs it. */
export function loadInstalledEngine(description: EngineDescription): Engine {
  try {
    return loadEngine(description);
  } catch (error) {
    throw packageMissing(description.package, error);
  }
}

function packageMissing(name: string, cause: unknown): CuboError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = isMissing(cause, name)
    ? `The package ${name} is not installed.`
    : `The package ${name} cannot be loaded: ${(reason.split('\n')[0] ?? '').replace(/\.$/, '')}.`;
  return new CuboError({ code: 'CUBO_PACKAGE_MISSING', message, remedy: `Install it: npm install ${name}.`, cause });
}
