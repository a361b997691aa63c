import { assertKnownOptions, type KnownOptions, type Scope } from '@cubo/contracts';

/** Which documents a conversation may see. An empty scope is the whole library. */
export interface AgentScope extends Scope {
  /** Only documents of these categories: short for `metadata: { category: [...] }`. */
  readonly categories?: readonly string[] | undefined;
}

const conditions: KnownOptions<AgentScope> = { categories: true, sources: true, metadata: true };

/**
 * The scope as a search takes it.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for a condition that there is not: it must not be taken for none
 */
export function plainScope(scope: AgentScope): Scope {
  assertKnownOptions('The scope', scope, conditions);
  const { categories, sources, metadata } = scope;
  const labels = { ...metadata, ...(categories && { category: [...categories] }) };
  return { ...(sources && { sources: [...sources] }), ...(Object.keys(labels).length > 0 && { metadata: labels }) };
}
