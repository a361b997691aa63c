import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type EncryptionOptions, type Library, openLibrary } from '../src/index.ts';
import { type CrashMoment, crashingFileLayer, SimulatedCrash } from './crashing-file-layer.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** What is to be crashed, and what must hold after it. */
export interface CrashTrial<State> {
  /** How the library is encrypted. Default: it is not. */
  readonly encryption?: EncryptionOptions | undefined;
  /** Makes the library to begin with. */
  prepare(library: Library): Promise<void>;
  /** What is crashed at each of its operations. */
  change(library: Library): Promise<void>;
  /** What is to be seen of a library. */
  observe(library: Library): Promise<State>;
  /** Looks at what came after a crash; whatever it was, the library must be sound. */
  after?(library: Library, state: State, label: string): Promise<void>;
}

/**
 * Crashes a change before, half-way through and after each of its operations, with and without the loss of what was not
 * synced. Gives the operations, and how often each state was found.
 */
export async function crashEverywhere<State>(
  trial: CrashTrial<State>,
): Promise<{ operations: readonly string[]; found: Map<string, number> }> {
  const { encryption } = trial;
  const directory = await temporaryDirectory();
  const original = join(directory, 'original');
  const library = await openLibrary({ path: original, encryption });
  await trial.prepare(library);
  await library.close();

  async function run(path: string, files: ReturnType<typeof crashingFileLayer>): Promise<void> {
    await cp(original, path, { recursive: true });
    const opened = await openLibrary({ path, files, encryption });
    try {
      await trial.change(opened);
    } finally {
      await opened.close();
    }
  }

  const rehearsal = crashingFileLayer();
  await run(join(directory, 'rehearsal'), rehearsal);
  const { operations } = rehearsal;
  const found = new Map<string, number>();
  for (let crashAt = 0; crashAt < operations.length; crashAt++) {
    for (const moment of ['before', 'halfway', 'after', 'power-cut'] satisfies CrashMoment[]) {
      if (moment === 'halfway' && operations[crashAt] !== 'write') continue;
      // Before an operation is after the one before it.
      if (moment === 'before' && crashAt > 0) continue;
      const path = join(directory, `${crashAt}-${moment}`);
      const files = crashingFileLayer({ crashAt, moment });
      // The removal of what is no longer needed may fail without failing the change.
      await run(path, files).catch((error: unknown) => {
        const cause = (error as Error).cause ?? error;
        expect(cause, String(error)).toBeInstanceOf(SimulatedCrash);
      });
      expect(files.crashed).toBe(true);
      const label = `${operations[crashAt]} ${crashAt} ${moment}`;
      const reopened = await openLibrary({ path, encryption });
      const state = await trial.observe(reopened);
      const key = JSON.stringify(state);
      found.set(key, (found.get(key) ?? 0) + 1);
      expect(await reopened.check(), label).toEqual([]);
      await trial.after?.(reopened, state, label);
      await reopened.close();
    }
  }
  return { operations, found };
}
