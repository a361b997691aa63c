import type { JsonSchema } from '@cubo/contracts';
import type { SchemaIssue, StandardSchema } from './standard-schema.ts';

/** What a field of a tool's input may be. */
interface Field {
  readonly type: 'string' | 'integer' | 'strings';
  /** For the model. */
  readonly description: string;
  readonly isRequired?: boolean;
  /** Of a number; or of characters, or of texts in a list. */
  readonly minimum?: number;
  readonly maximum?: number;
}

type ValueOf<Type extends Field['type']> = Type extends 'string'
  ? string
  : Type extends 'integer'
    ? number
    : readonly string[];

type Values<Fields extends Readonly<Record<string, Field>>> = {
  readonly [Name in keyof Fields]: Fields[Name]['isRequired'] extends true
    ? ValueOf<Fields[Name]['type']>
    : ValueOf<Fields[Name]['type']> | undefined;
};

/** A schema of an object with these fields and no others, as the agent's own tools take it. */
export function objectSchema<const Fields extends Readonly<Record<string, Field>>>(
  fields: Fields,
): StandardSchema<Values<Fields>> & { readonly inputSchema: JsonSchema } {
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, jsonSchemaOf(field)])),
    required,
    additionalProperties: false,
  };
  return {
    inputSchema,
    '~standard': {
      version: 1,
      vendor: 'cubo',
      validate(value) {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) {
          return { issues: [{ message: 'must be an object' }] };
        }
        // Models like to give null for what they leave out.
        const given = Object.entries(value).filter(([, held]) => held !== null && held !== undefined);
        const issues: SchemaIssue[] = given.flatMap(([name, held]) => {
          const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
          const message = field === undefined ? 'is not a field of this tool' : fault(field, held);
          return message === undefined ? [] : [{ message, path: [name] }];
        });
        for (const name of required) {
          if (!given.some(([other]) => other === name)) issues.push({ message: 'is missing', path: [name] });
        }
        return issues.length > 0 ? { issues } : { value: Object.fromEntries(given) as Values<Fields> };
      },
    },
  };
}

function jsonSchemaOf({ type, description, minimum, maximum }: Field): JsonSchema {
  switch (type) {
    case 'string':
      return { type, description, minLength: minimum, maxLength: maximum };
    case 'integer':
      return { type, description, minimum, maximum };
    case 'strings':
      return { type: 'array', items: { type: 'string' }, description, minItems: minimum, maxItems: maximum };
  }
}

function fault(
  { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Field,
  value: unknown,
) {
  const isWithin = (size: number) => size >= minimum && size <= maximum;
  switch (type) {
    case 'string':
      if (typeof value !== 'string') return 'must be a text';
      return isWithin(value.length) ? undefined : `must have ${minimum} to ${maximum} characters`;
    case 'integer':
      if (!Number.isSafeInteger(value)) return 'must be a whole number';
      return isWithin(value as number) ? undefined : `must be from ${minimum} to ${maximum}`;
    case 'strings':
      if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return 'must be a list of texts';
      return isWithin(value.length) ? undefined : `must have ${minimum} to ${maximum} texts`;
  }
}
