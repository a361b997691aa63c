import type { JsonSchema } from '@cubo/contracts';

/** What every item names first, so that a model looks for its words before it makes something of them. */
const groundingProperties: JsonSchema = { source: { type: 'integer' }, quote: { type: 'string' } };

/** The schema of an answer that lists so many items. */
export function answerSchema(item: JsonSchema, list: string, count: number): JsonSchema {
  const items = { type: 'array', items: withGrounding(item), minItems: 1, maxItems: count };
  return { type: 'object', properties: { [list]: items }, required: [list], additionalProperties: false };
}

function withGrounding(schema: JsonSchema): JsonSchema {
  for (const choice of ['anyOf', 'oneOf']) {
    const variants = schema[choice];
    if (Array.isArray(variants)) return { ...schema, [choice]: variants.map(withGrounding) };
  }
  const { properties, required } = schema;
  return {
    ...schema,
    type: 'object',
    properties: { ...groundingProperties, ...(properties as JsonSchema | undefined) },
    required: [...Object.keys(groundingProperties), ...(Array.isArray(required) ? required : [])],
  };
}
