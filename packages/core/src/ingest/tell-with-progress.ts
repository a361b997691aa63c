import type { IngestEvent } from '@cubo/contracts';
import type { ProgressMeter } from './progress-meter.ts';

const intervalMilliseconds = 1000;

/**
 * Tells the steps of a piece of work one by one, and between them, about once a second, how far it is; also while a
 * step takes longer. Gives what the work comes to.
 */
export async function tellWithProgress<Result>(
  steps: AsyncGenerator<IngestEvent, Result, undefined>,
  meter: ProgressMeter,
  emit: (event: IngestEvent) => Promise<void>,
): Promise<Result> {
  let isDue = false;
  let ring = () => {};
  const timer = setInterval(() => {
    isDue = true;
    ring();
  }, intervalMilliseconds);
  const tell = (event: IngestEvent) => meter.waiting('reader', emit(event));
  const begin = () => {
    const next = steps.next();
    // It is awaited, but perhaps not at once.
    next.catch(() => {});
    return next;
  };
  try {
    let next = begin();
    for (;;) {
      const rung = new Promise<undefined>((resolve) => {
        ring = () => resolve(undefined);
      });
      const step = isDue ? undefined : await Promise.race([next, rung]);
      if (isDue) {
        isDue = false;
        // The step goes on meanwhile: its time is not the reader's.
        await emit({ type: 'progress', ...meter.progress() });
      }
      if (step === undefined) continue;
      if (step.done) return step.value;
      meter.hear(step.value);
      await tell(step.value);
      next = begin();
    }
  } finally {
    clearInterval(timer);
  }
}
