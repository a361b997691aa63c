// @ts-check
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** What `run.mjs` remembers between runs. pnpm keeps unknown hidden folders of node_modules when it cleans up. */
export const cacheDirectory = path.join(root, 'node_modules', '.cache', 'cubo-checkout');
