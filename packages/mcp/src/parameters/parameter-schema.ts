/** What a parameter of a tool may be, as JSON Schema: the part of it that the tools need. */
export type ParameterSchema = { readonly description: string } & (
  | { readonly type: 'string'; readonly minLength?: number; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum?: number; readonly default?: number }
  | { readonly type: 'array'; readonly items: { readonly type: 'string'; readonly minLength: number } }
  | { readonly type: 'object'; readonly additionalProperties: { readonly type: readonly string[] } }
);

/** The parameters of a tool: the compiler refuses a list that lacks one, or has one too many. */
export type ParameterSchemas<Arguments> = { readonly [Name in keyof Arguments]-?: ParameterSchema };

/** A JSON Schema that is only passed on. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of an object that has these properties and no others. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema | ParameterSchema>>,
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}
