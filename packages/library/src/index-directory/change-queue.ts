/** The changes of an index, one after the other. */
export interface ChangeQueue {
  /** Runs a change after those asked for before; one that fails does not stop those behind it. */
  change<Result>(action: () => Promise<Result>): Promise<Result>;
  /**
   * Runs a look for the changes of others, without ever waiting for a change of one's own: while there is one, nobody
   * else may write, and what others had written before was looked for before it began.
   */
  refresh(action: () => Promise<void>): Promise<void>;
}

/** Makes an empty queue: one for each instance of an index. */
export function changeQueue(): ChangeQueue {
  let last: Promise<unknown> = Promise.resolve();
  let lastRefresh: Promise<void> = Promise.resolve();
  let changes = 0;

  function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const result = last.then(action);
    last = result.catch(() => {});
    return result;
  }
  return {
    change(action) {
      changes++;
      return inTurn(action).finally(() => {
        changes--;
      });
    },
    refresh(action) {
      // The last one stands before every change, so that to wait for it is not to wait for them.
      if (changes > 0) return lastRefresh;
      const result = inTurn(action);
      lastRefresh = result.catch(() => {});
      return result;
    },
  };
}
