import { assertKnownOptions, CuboError, type KnownOptions, type Scope } from '@cubo/contracts';

/** Which documents a conversation may see. An empty scope is the whole library. */
export interface AgentScope extends Scope {
  /** Only documents of these categories: short for `metadata: { category: [...] }`. */
  readonly categories?: readonly string[] | undefined;
}

const conditions: KnownOptions<AgentScope> = { categories: true, sources: true, metadata: true };

/**
 * The scope as a search takes it.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for a condition that there is not, or is no list: it must not be taken for none
 */
export function plainScope(scope: AgentScope): Scope {
  assertKnownOptions('The scope', scope, conditions);
  const sources = textsOf('sources', scope.sources);
  const categories = textsOf('categories', scope.categories);
  const { metadata } = scope;
  if (metadata !== undefined && (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)))
    throw badScope('metadata', 'is no object', "{ matter: '42' }");
  if (categories !== undefined && metadata?.category !== undefined)
    throw badScope('categories', 'stands beside metadata.category', 'one of the two');
  const labels = { ...metadata, ...(categories && { category: categories }) };
  return { ...(sources && { sources }), ...(Object.keys(labels).length > 0 && { metadata: labels }) };
}

/** A copy of a list of texts. A single text would be a list of its letters. */
function textsOf(name: string, given: unknown): string[] | undefined {
  if (given === undefined) return undefined;
  if (Array.isArray(given) && given.every((text) => typeof text === 'string')) return [...given];
  throw badScope(name, 'is no list of texts', "['contracts']");
}

function badScope(name: string, what: string, instead: string): CuboError {
  return new CuboError({
    code: 'CUBO_BAD_ARGUMENT',
    message: `The condition ${name} of the scope ${what}.`,
    remedy: `Pass ${instead}.`,
  });
}
