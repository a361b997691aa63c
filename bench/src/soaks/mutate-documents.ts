import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads documents of every format that were damaged at random, many more than the tests do, and real documents beside
 * the checkout among them.
 *
 * @throws Error when one of them ends as neither text nor a reason, or takes too long
 */
export async function mutateDocuments(options: { readonly mutations: number; readonly seed: number }): Promise<void> {
  const { mutations, seed } = options;
  const environment = { ...process.env, CUBO_MUTATIONS: String(mutations), CUBO_SEED: String(seed) };
  const tests = ['run', 'packages/ingest/test/hostile/mutations.test.ts', '-t', 'damaged'];
  const child = spawn('vitest', tests, { cwd: root, env: environment, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Reading damaged documents ended with ${code}.`);
}
