import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';

/**
 * The file of an optional package, from beside this one or from the application.
 *
 * @param needs what needs it, to begin a sentence with
 * @throws CuboError `CUBO_PACKAGE_MISSING`
 */
export function findPackage(name: string, needs: string): string {
  let cause: unknown;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(name);
    } catch (error) {
      cause = error;
    }
  }
  throw new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message: `${needs} needs the package ${name}, which cannot be found.`,
    remedy: `Install it: npm install ${name}.`,
    cause,
  });
}

/** What a file exports; by `require`, which bundlers leave alone. */
export function loadPackage<Exports>(file: string): Exports {
  return createRequire(import.meta.url)(file) as Exports;
}
