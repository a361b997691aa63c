import type { Library } from '@cubo/library';
import type { VectorSpaces } from '../indexes/vector-spaces.ts';
import type { MigrationStep } from './migration-event.ts';

/**
 * Makes vectors for a while, as one write, and tells whether they are complete. What is told as done and total begins anew with
 * each slice.
 */
export type RunMigration = (emit: (step: MigrationStep) => Promise<void>, signal: AbortSignal) => Promise<boolean>;

/** Other writers get their turn after so long: another process waits five seconds by default. */
const leastMilliseconds = 2000;

/**
 * Makes a slice of a migration.
 *
 * @param openingMilliseconds what it took to open the library for this slice; a small part of the whole
 */
export async function migrationSlice(
  { library, vectors }: { library: Library; vectors: VectorSpaces | undefined },
  {
    emit,
    signal,
    openingMilliseconds,
  }: {
    emit: (step: MigrationStep) => Promise<void>;
    signal: AbortSignal;
    openingMilliseconds: number;
  },
): Promise<boolean> {
  if (vectors === undefined) return true;
  return library.write(
    async (writer) => {
      const end = performance.now() + Math.max(leastMilliseconds, 4 * openingMilliseconds);
      await library.readSnapshot({ signal });
      const steps = vectors.update(writer, {
        signal,
        isOver: () => performance.now() >= end,
        abandonsOthers: true,
      });
      try {
        for (;;) {
          const step = await steps.next();
          if (step.done) return step.value;
          await emit(step.value);
        }
      } finally {
        await steps.return(false);
      }
    },
    { signal },
  );
}
