import { badArgument } from '@cubo/contracts';

/** Steps that one reader may begin to go through, and that are gone through to their end for who wants the result. */
export interface FollowedSteps<Step>
  extends Pick<AsyncGenerator<Step, void, undefined>, 'next' | 'return' | 'throw' | typeof Symbol.asyncDispose> {
  /**
   * Goes through what is left. Throws what the steps have thrown, also before, and `CUBO_BAD_ARGUMENT` when the reader
   * has left them: what came of them is not the whole.
   */
  toEnd(): Promise<void>;
}

/** Follows steps, so that `hear` is told each of them once, whoever goes through them. */
export function followSteps<Step>(options: {
  steps: AsyncGenerator<Step, void, undefined>;
  hear: (step: Step) => void;
  /** What is said when they were left, and what to do instead. */
  left: { readonly message: string; readonly remedy: string };
}): FollowedSteps<Step> {
  const { steps, hear, left } = options;
  let ended: { readonly error?: unknown } | undefined;
  let isLeft = false;

  async function next(): Promise<IteratorResult<Step, void>> {
    try {
      const step = await steps.next();
      if (step.done) ended ??= {};
      else hear(step.value);
      return step;
    } catch (error) {
      ended ??= { error };
      throw error;
    }
  }

  function leave<Result>(go: () => Result): Result {
    isLeft ||= ended === undefined;
    return go();
  }

  return {
    next,
    return: (value) => leave(() => steps.return(value)),
    throw: (error) => leave(() => steps.throw(error)),
    [Symbol.asyncDispose]: () => leave(() => steps[Symbol.asyncDispose]()),
    async toEnd() {
      if (isLeft) throw badArgument(left.message, left.remedy);
      while (ended === undefined) await next();
      if ('error' in ended) throw ended.error;
      // While the end was waited for.
      if (isLeft) throw badArgument(left.message, left.remedy);
    },
  };
}
