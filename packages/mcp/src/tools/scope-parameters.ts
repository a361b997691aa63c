import type { Metadata, Scope } from '@cubo/contracts';
import type { ParameterSchemas } from '../parameters/parameter-schema.ts';

/** The arguments by which a call is confined to some documents. */
export interface ScopeArguments {
  readonly sources?: readonly string[];
  readonly category?: string;
  readonly metadata?: Metadata;
}

/** Their schemas. */
export const scopeParameters: ParameterSchemas<ScopeArguments> = {
  sources: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    description: 'Only these documents or folders, as list and search name them. Default: all.',
  },
  category: { type: 'string', minLength: 1, description: 'Only documents of this category. Default: all.' },
  metadata: {
    type: 'object',
    additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
    description:
      'Only documents with these labels, as in {"year": 2026}; a list means any of its values. Default: all.',
  },
};

/** The scope that arguments ask for; a category is the label of that name. */
export function askedScope({ sources, category, metadata }: ScopeArguments): Scope {
  return { sources, metadata: { ...metadata, ...(category !== undefined && { category }) } };
}
