import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';

/**
 * Loads a package that is installed beside this one or in the application, or lies in a folder whose path is given. By
 * `require`, which bundlers leave alone, and both packages are made for.
 */
export function loadPackage(name: string): unknown {
  const require = createRequire(import.meta.url);
  if (isAbsolute(name)) return require(name);
  try {
    return require(name);
  } catch (error) {
    if (!isMissing(error, name)) throw error;
  }
  return createRequire(join(process.cwd(), 'package.json'))(name);
}

/** Whether the package itself is not there, and not something it needs. */
export function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'MODULE_NOT_FOUND' && String(message).includes(`'${name}'`);
}
