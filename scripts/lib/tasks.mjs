// @ts-check
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {object} Task
 * @property {string} [entry] the script to run, relative to the checkout; nothing when building is all there is to do
 * @property {boolean} [fromCaller] whether relative paths in the arguments mean the folder where `npm` was called
 */

/** @type {Record<string, Task>} */
const tasks = {
  build: {},
  test: { entry: 'scripts/test.mjs' },
  demo: { entry: 'examples/demo/demo.mjs', fromCaller: true },
  cubo: { entry: 'packages/core/dist/cli.js', fromCaller: true },
  eval: { entry: 'bench/src/eval.ts', fromCaller: true },
  bench: { entry: 'bench/src/bench.ts', fromCaller: true },
  soak: { entry: 'bench/src/soak.ts', fromCaller: true },
};

/**
 * @param {string | undefined} name
 * @returns {Task}
 * @throws {SetupError} when there is no such task
 */
export function findTask(name) {
  const task = name !== undefined && Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (task) return task;
  throw new SetupError(`There is no task "${name ?? ''}". The tasks are: ${Object.keys(tasks).join(', ')}.`);
}
