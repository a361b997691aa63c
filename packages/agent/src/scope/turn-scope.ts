import { AsyncLocalStorage } from 'node:async_hooks';
import type { Scope } from '@cubo/contracts';

/** One for all copies of the package in a process, as the scope of a turn is one. */
const storageKey = Symbol.for('cubo.agent.turn-scope');

const holder = globalThis as { [storageKey]?: AsyncLocalStorage<Scope> };
holder[storageKey] ??= new AsyncLocalStorage<Scope>();
const storage = holder[storageKey];

/** The scope that binds the work that is being done; `undefined` outside of a turn. */
export function turnScope(): Scope | undefined {
  return storage.getStore();
}

/** Does work, and all that it begins, bound to a scope. */
export function withinScope<Result>(scope: Scope, work: () => Result): Result {
  return storage.run(scope, work);
}
