import {
  assertKnownOptions,
  badArgument,
  type Generator,
  type KnownOptions,
  type RewriteOptions,
} from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import { assertGenerator } from '../cubo/assert-options.ts';
import type { RewriteRequest } from './rewrite-query.ts';

const known: KnownOptions<RewriteOptions> = { generator: true, queries: true, timeoutMilliseconds: true };

/** How a query is to be rewritten, if at all. */
export type Rewriting = Omit<RewriteRequest, 'signal'>;

/**
 * Reads the option `rewrite`.
 *
 * @param generator that of the library, where the host gave one
 * @param hold gives a generator that came with the option as its model is held; default: as it is
 * @throws CuboError `CUBO_BAD_ARGUMENT`, also where there is no language model to ask
 */
export function chooseRewriting(
  rewrite: unknown,
  generator: Generator | undefined,
  hold = (given: Generator): Generator => given,
): Rewriting | undefined {
  if (rewrite === undefined || rewrite === false) return undefined;
  if (rewrite !== true) assertKnownOptions('The option rewrite', rewrite, known);
  const given: RewriteOptions = rewrite === true ? {} : (rewrite as RewriteOptions);
  const { queries = 3, timeoutMilliseconds = 10_000 } = given;
  if (given.generator !== undefined) assertGenerator(given.generator);
  if (!Number.isInteger(queries) || queries < 1 || queries > 8) {
    throw badArgument(`queries of rewrite is ${describeValue(queries)}.`, 'Pass a whole number from 1 to 8.');
  }
  if (!Number.isInteger(timeoutMilliseconds) || timeoutMilliseconds < 1 || timeoutMilliseconds > 600_000) {
    throw badArgument(
      `timeoutMilliseconds of rewrite is ${describeValue(timeoutMilliseconds)}.`,
      'Pass a whole number from 1 to 600000.',
    );
  }
  const asked = given.generator ?? generator;
  if (asked === undefined || asked.id === 'extractive') {
    throw badArgument(
      'There is no language model that could rewrite the query.',
      'Pass one, as in { rewrite: { generator } }, or give createCubo a generator.',
    );
  }
  return { generator: hold(asked), queries, timeoutMilliseconds };
}
