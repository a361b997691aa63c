import type { Engine } from './engine.ts';
import { type FaissModule, type FaissSettings, faissEngine } from './faiss-engine.ts';
import { loadPackage } from './load-package.ts';
import { threadSettings } from './thread-settings.ts';
import { type UsearchModule, type UsearchSettings, usearchEngine } from './usearch-engine.ts';

/** Which library makes an index, and how; plain values, which can be told to another process. */
export type EngineDescription = {
  /** What is loaded: the name of a package, or the path of its folder. */
  readonly package: string;
  /** Its version is of no matter: a file that it cannot read is made anew. */
} & (
  | { readonly name: 'usearch'; readonly settings: UsearchSettings }
  | { readonly name: 'faiss'; readonly settings: FaissSettings }
);

/**
 * Loads the library; throws what that throws. FAISS computes with one thread, unless the environment says otherwise: one
 * search is too little for more.
 */
export function loadEngine(description: EngineDescription): Engine {
  const load = () => loadPackage(description.package);
  if (description.name === 'usearch') return usearchEngine(load() as UsearchModule, description.settings);
  return faissEngine(withEnvironment(threadSettings(1), load) as FaissModule, description.settings);
}

/** Runs something with variables that are not set otherwise; native code reads them when it is loaded. */
function withEnvironment<Result>(variables: Record<string, string>, run: () => Result): Result {
  const added = Object.keys(variables).filter((name) => process.env[name] === undefined);
  for (const name of added) process.env[name] = variables[name];
  try {
    return run();
  } finally {
    for (const name of added) delete process.env[name];
  }
}
