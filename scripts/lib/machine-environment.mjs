// @ts-check
import path from 'node:path';
import { root } from './checkout.mjs';

/**
 * The environment for npm, npx and the machine's pnpm. They run with the machine's own Node, because that is how npm
 * finds the machine's settings (a proxy, a certificate); and because an installation may replace what is inside
 * node_modules while it runs. Errors are shown even under `npm --silent`, and retries give up in seconds where there is
 * no network at all.
 *
 * @returns {NodeJS.ProcessEnv}
 */
export function machineEnvironment() {
  const inside = path.join(root, 'node_modules');
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(inside));
  const { npm_config_loglevel: _, ...env } = process.env;
  return {
    ...env,
    PATH: folders.join(path.delimiter),
    npm_config_update_notifier: 'false',
    npm_config_fetch_retries: '4',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
  };
}
