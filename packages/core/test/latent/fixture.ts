import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';

const directories: string[] = [];

afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

/** A new, empty directory that is removed after the test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cubo-latent-'));
  directories.push(directory);
  return directory;
}

/** Texts as `fit` takes them. */
export async function* stream(texts: Iterable<string>): AsyncGenerator<string> {
  yield* texts;
}

/** Texts of words that are drawn by Zipf's law, the same for the same seed. */
export function zipfTexts(
  count: number,
  options: { words?: number; vocabulary?: number; seed?: number } = {},
): string[] {
  const { words = 100, vocabulary = 20_000 } = options;
  let state = options.seed ?? 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const word = () => `w${Math.floor(vocabulary ** next()).toString(36)}`;
  return Array.from({ length: count }, () => Array.from({ length: words }, word).join(' '));
}

/** The inner product of two vectors. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
