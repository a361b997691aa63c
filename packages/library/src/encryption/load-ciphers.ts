import { createRequire } from 'node:module';
import { CuboError } from '@cubo/contracts';
import type Database from 'better-sqlite3';

/** The SQLite that encrypts its databases; it is used as better-sqlite3 is. */
const ciphersPackage = 'better-sqlite3-multiple-ciphers';

/**
 * Loads the package that encrypts the catalog, from beside this one. By `require`, which bundlers
 * leave alone.
 *
 * @throws CuboError `CUBO_PACKAGE_MISSING`
 */
export function loadCiphers(name: string = ciphersPackage): typeof Database {
  let failure: unknown;
  try {
    // Never from the folder that the process happens to be in: what is loaded is given the key.
    return createRequire(import.meta.url)(name) as typeof Database;
  } catch (error) {
    failure = error;
  }
  const reason = failure instanceof Error ? failure.message.split('\n')[0] : String(failure);
  throw new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message: isMissing(failure, name)
      ? `The package ${name}, which encrypts the catalog of a library, is not installed.`
      : `The package ${name}, which encrypts the catalog of a library, cannot be loaded (${reason}).`,
    remedy: `Install it: npm install ${name}.`,
    cause: failure,
  });
}

/** Whether the package itself is not there, and not something it needs. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'MODULE_NOT_FOUND' && String(message).includes(`'${name}'`);
}
