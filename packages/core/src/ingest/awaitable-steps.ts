import { badArgument } from '@cubo/contracts';
import { followSteps } from './follow-steps.ts';

/** Steps that can be gone through, or awaited for the last of them. */
export interface AwaitableSteps<Step, Done> extends AsyncGenerator<Step, void, undefined>, PromiseLike<Done> {}

/**
 * Makes steps something that can also be awaited.
 *
 * @param options.isDone whether a step is the last, which sums up the others
 * @param options.left what is said to who awaits steps that were left before, and what to do instead
 */
export function awaitableSteps<Step, Done extends Step>(options: {
  steps: AsyncGenerator<Step, void, undefined>;
  isDone: (step: Step) => step is Done;
  left: { readonly message: string; readonly remedy: string };
}): AwaitableSteps<Step, Done> {
  const { steps: given, isDone, left } = options;
  let done: Done | undefined;
  let running: Promise<Done> | undefined;
  const { toEnd, ...steps } = followSteps({
    steps: given,
    left,
    hear(step) {
      if (isDone(step)) done = step;
    },
  });

  async function runToEnd(): Promise<Done> {
    // Who leaves the loop at the last step has had all.
    if (done === undefined) await toEnd();
    if (done === undefined) throw badArgument(left.message, left.remedy);
    return done;
  }

  const awaitable: AwaitableSteps<Step, Done> = {
    ...steps,
    // biome-ignore lint/suspicious/noThenProperty: it is meant to be awaited
    then(onFulfilled, onRejected) {
      running ??= runToEnd();
      return running.then(onFulfilled, onRejected);
    },
    [Symbol.asyncIterator]: () => awaitable,
  };
  return awaitable;
}
