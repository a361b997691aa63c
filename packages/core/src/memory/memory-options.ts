import { assertKnownOptions, badArgument, type KnownOptions } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';

/** How much memory a knowledge base may take. */
export interface MemoryOptions {
  /**
   * What the process may take between ingests, in MiB, all that Node.js and Cubo need to run included: at least
   * {@link leastBudgetMiB}. It is divided over vectors, decoded chunks and buffers. With less, searches read more from the
   * disk. The host's own memory comes on top. Default: 512 with the profile `laptop`, 2048 with `workstation`.
   */
  readonly budgetMiB?: number | undefined;
}

/**
 * What Node.js and Cubo take that search a library of half a million chunks again and again, as measured: 115 MiB when
 * they are loaded, up to 128 MiB for short-lived objects (the young generation, as large as the engine makes it on a
 * computer with much memory), the model of the embedder, and what is read for a moment.
 */
export const leastBudgetMiB = 400;

const known: KnownOptions<MemoryOptions> = { budgetMiB: true };

/** Throws `CUBO_BAD_ARGUMENT` for an option that makes no sense. */
export function assertMemoryOptions(options: unknown): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null) {
    throw badArgument(`The option memory is ${describeValue(options)}.`, 'Pass { budgetMiB: 512 }.');
  }
  assertKnownOptions('The option memory', options, known);
  const { budgetMiB } = options as MemoryOptions;
  if (budgetMiB !== undefined && !(Number.isFinite(budgetMiB) && budgetMiB >= leastBudgetMiB)) {
    throw badArgument(
      `memory.budgetMiB is ${describeValue(budgetMiB)}.`,
      `Pass a number from ${leastBudgetMiB} up: so much is needed to run at all.`,
    );
  }
}
