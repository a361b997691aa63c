import { assertKnownOptions, CuboError } from '@cubo/contracts';
import type { ParameterSchema } from './parameter-schema.ts';

/**
 * Refuses arguments that a tool does not have, or that are not what they have to be: what was misspelt would otherwise be
 * ignored, and the answer be one to another question.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT`
 */
export function checkArguments(
  tool: string,
  parameters: Readonly<Record<string, ParameterSchema>>,
  required: readonly string[],
  given: unknown,
): Readonly<Record<string, unknown>> {
  const known = Object.fromEntries(Object.keys(parameters).map((name) => [name, true as const]));
  const values = given ?? {};
  assertKnownOptions(`The tool ${tool}`, values, known);
  for (const name of required) {
    if (!Object.hasOwn(values, name)) {
      throw refused(`The tool ${tool} lacks its argument ${name}.`, `Pass ${name}: ${parameters[name]?.description}`);
    }
  }
  for (const [name, value] of Object.entries(values)) {
    const schema = parameters[name];
    const wanted = schema && whatIsWrong(schema, value);
    if (wanted !== undefined) {
      throw refused(`The argument ${name} of the tool ${tool} is ${shown(value)}.`, `Pass ${wanted}.`);
    }
  }
  return values as Readonly<Record<string, unknown>>;
}

/** What would have to be passed instead; `undefined` where the value is right. */
function whatIsWrong(schema: ParameterSchema, value: unknown): string | undefined {
  switch (schema.type) {
    case 'string':
      if (schema.enum !== undefined) {
        return schema.enum.includes(value as string) ? undefined : `one of ${schema.enum.join(', ')}`;
      }
      return isText(value, schema.minLength) ? undefined : 'a text that is not empty';
    case 'integer':
      return isWithin(value, schema) ? undefined : rangeOf(schema);
    case 'array':
      return Array.isArray(value) && value.every((item) => isText(item, schema.items.minLength))
        ? undefined
        : 'a list of texts that are not empty';
    case 'object':
      return isLabels(value, schema.additionalProperties.type)
        ? undefined
        : 'an object of labels, each a text, a number, true, false, or a list of texts';
  }
}

function isText(value: unknown, minLength = 0): boolean {
  return typeof value === 'string' && value.trim().length >= minLength;
}

function isWithin(
  value: unknown,
  { minimum, maximum = Number.MAX_SAFE_INTEGER }: { minimum: number; maximum?: number },
) {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}

function rangeOf({ minimum, maximum }: { minimum: number; maximum?: number }): string {
  return maximum === undefined ? `a whole number from ${minimum} up` : `a whole number from ${minimum} to ${maximum}`;
}

function isLabels(value: unknown, types: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((label) =>
    Array.isArray(label) ? label.every((item) => typeof item === 'string') : types.includes(typeof label),
  );
}

/** A text may be a question or a path: it is not repeated. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'not a fitting list';
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'not a fitting text';
  return typeof value === 'object' && value !== null ? 'not a fitting object' : String(value);
}

function refused(message: string, remedy: string): CuboError {
  return new CuboError({ code: 'CUBO_BAD_ARGUMENT', message, remedy });
}
