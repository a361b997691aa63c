import type { Scope } from '@cubo/contracts';
import { promptAttribute } from '@cubo/core';

/** Names that are told of a long list. */
const mostNames = 10;

/** What a model is told of the scope, which binds its tools in any case. */
export function describeScope({ sources, metadata = {} }: Scope): string {
  const conditions = [
    ...(sources === undefined ? [] : [listed(sources)]),
    ...Object.entries(metadata).map(([name, value]) => `${name}: ${listed([value].flat().map(String))}`),
  ];
  if (conditions.length === 0) return 'You can look into all documents of the library.';
  return `You can look into these documents only: ${conditions.map(promptAttribute).join('; ')}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return names.slice(0, mostNames).join(', ') + more;
}
