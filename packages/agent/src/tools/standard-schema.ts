/**
 * A schema by [Standard Schema](https://standardschema.dev), as Zod, Valibot, ArkType and others give it: the part of it
 * that an agent needs.
 */
export interface StandardSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    /** Name of the library that made it. */
    readonly vendor: string;
    /** Checks a value, and gives what it stands for. */
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    /** Types that the schema stands for; nothing at run time. */
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    /** Gives the schema as JSON Schema, where the library can. */
    readonly jsonSchema?:
      | {
          /** Of what it takes. */
          readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
        }
      | undefined;
  };
}

/** What came of checking a value. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** Why a value does not fit. */
export interface SchemaIssue {
  readonly message: string;
  /** Where in the value. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What does not fit, in words: `limit: must be a whole number`. */
export function issueText(issues: readonly SchemaIssue[]): string {
  return issues
    .map(({ message, path = [] }) => {
      const place = path.map((step) => String(typeof step === 'object' ? step.key : step)).join('.');
      return place === '' ? message : `${place}: ${message}`;
    })
    .join('; ');
}
