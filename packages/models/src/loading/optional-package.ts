import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';

/**
 * An optional package, from beside this one or from the application; by `require`, which bundlers leave alone.
 *
 * @param needs what needs it, to begin a sentence with
 * @throws CuboError `CUBO_PACKAGE_MISSING`
 */
export function optionalPackage<Exports>(name: string, needs: string): Exports {
  let cause: unknown;
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from)(name) as Exports;
    } catch (error) {
      cause = error;
    }
  }
  throw new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message: `${needs} needs the package ${name}, which cannot be loaded.`,
    remedy: `Install it: npm install ${name}.`,
    cause,
  });
}
