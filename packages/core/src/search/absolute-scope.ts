import { resolve } from 'node:path';
import type { Scope } from '@cubo/contracts';

/** Sources are known by absolute paths, or by names of the application's own. */
export function absoluteScope(scope: Scope): Scope {
  return { ...scope, sources: scope.sources?.flatMap((source) => [source, resolve(source)]) };
}
