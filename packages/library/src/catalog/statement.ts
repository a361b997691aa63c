import type { Statement } from 'better-sqlite3';
import type { Catalog } from './open-catalog.ts';

const statements = new WeakMap<Catalog, Map<string, Statement>>();

/**
 * A statement that is compiled once for each connection: compiling takes longer than most statements do. It is for those
 * that end at once (`get`, `all`, `run`); what is iterated over may be begun again meanwhile, and must be prepared anew.
 */
export function statement<Parameters extends unknown[] = unknown[], Row = unknown>(
  catalog: Catalog,
  sql: string,
): Statement<Parameters, Row> {
  let known = statements.get(catalog);
  if (known === undefined) {
    known = new Map();
    statements.set(catalog, known);
  }
  let compiled = known.get(sql);
  if (compiled === undefined) {
    compiled = catalog.prepare(sql);
    known.set(sql, compiled);
  }
  return compiled as Statement<unknown[], unknown> as Statement<Parameters, Row>;
}
