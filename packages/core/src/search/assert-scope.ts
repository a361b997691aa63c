import { assertKnownOptions, badArgument, type KnownOptions, type Scope } from '@cubo/contracts';
import { describeValue } from '../arguments/describe-value.ts';
import { isLabel } from '../ingest/assert-metadata.ts';

const conditions: KnownOptions<Scope> = { sources: true, metadata: true };

/**
 * Refuses a scope that makes no sense. A scope may be what keeps one reader's documents from another: what is not
 * understood of it must not be taken for no condition.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function assertScope(scope: unknown): asserts scope is Scope | undefined {
  if (scope === undefined) return;
  if (typeof scope !== 'object' || scope === null || Array.isArray(scope)) {
    throw badArgument(
      `The scope is ${describeValue(scope)}, not an object.`,
      'Pass conditions, as in { sources: [path] } or { metadata: { year: 2026 } }.',
    );
  }
  assertKnownOptions('The scope', scope, conditions);
  const { sources, metadata } = scope as Partial<Record<keyof Scope, unknown>>;
  if (sources !== undefined && !(Array.isArray(sources) && sources.every(isName))) {
    throw badArgument('The sources of the scope are not a list of names.', 'Pass an array of paths or URIs.');
  }
  if (metadata === undefined) return;
  if (!isLabels(metadata)) {
    throw badArgument(
      `The metadata of the scope is ${describeValue(metadata)}, not labels by name.`,
      'Pass an object, as in { metadata: { year: 2026 } }.',
    );
  }
  for (const [name, value] of Object.entries(metadata)) {
    if (value === undefined || isLabel(value) || (Array.isArray(value) && value.every(isLabel))) continue;
    throw badArgument(
      `The label ${JSON.stringify(name)} of the scope is ${describeValue(value)}, which no label can be.`,
      'Pass a text, a number, true, false, null, or a list of those that are allowed.',
    );
  }
}

function isName(source: unknown): boolean {
  return typeof source === 'string' && source !== '';
}

/** A map or a set has entries of its own, which would not be seen. */
function isLabels(metadata: unknown): metadata is object {
  return typeof metadata === 'object' && metadata !== null && !(Symbol.iterator in metadata);
}
