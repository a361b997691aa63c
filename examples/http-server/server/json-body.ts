import type { Context } from 'hono';
import type { z } from 'zod';
import { RequestError } from './errors.ts';

/** Reads the body of a request as JSON, and checks it. Unknown fields are refused by strict schemas: they are typing errors. */
export async function readJson<Schema extends z.ZodType>(context: Context, schema: Schema): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
    const message = 'The body is not declared as JSON.';
    const remedy = 'Send it with the header Content-Type: application/json.';
    throw new RequestError(415, { code: 'NOT_JSON', message, remedy });
  }
  let body: unknown;
  try {
    body = JSON.parse(await context.req.text());
  } catch (cause) {
    throw badRequest('The body is no JSON.', cause);
  }
  return checked(body, schema);
}

/** Reads what stands behind the question mark of the address, and checks it. */
export function readQuery<Schema extends z.ZodType>(context: Context, schema: Schema): z.output<Schema> {
  return checked(context.req.query(), schema);
}

function checked<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw badRequest(error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; '));
}

function badRequest(message: string, cause?: unknown): RequestError {
  const remedy = 'docs/guides/http-server.md tells what it takes.';
  return new RequestError(400, { code: 'BAD_REQUEST', message, remedy, cause });
}
