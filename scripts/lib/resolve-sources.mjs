// @ts-check
// Resolves @cubo/* to the sources of the packages, for threads that tests start: Node runs them, and not vitest, whose
// aliases say the same.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const name = /^@cubo\/([a-z-]+)$/.exec(specifier)?.[1];
    if (name === undefined) return nextResolve(specifier, context);
    return { url: new URL(`../../packages/${name}/src/index.ts`, import.meta.url).href, shortCircuit: true };
  },
});
