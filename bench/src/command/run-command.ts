import { isCuboError } from '@cubo/contracts';
import type { CommandOutput } from './command-output.ts';

/** Runs a command to its exit code: 0, or 1 after an error, which is reported for people where it was foreseen. */
export async function runCommand(run: () => Promise<void>, output: CommandOutput): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    output.message(isCuboError(error) ? error.message : String((error as Error | undefined)?.stack ?? error));
    return 1;
  }
}
