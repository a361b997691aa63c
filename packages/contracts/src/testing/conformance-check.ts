/**
 * One check of a conformance suite. Suites are plain arrays, so that they run under any test runner:
 *
 * ```ts
 * for (const check of embedderConformance({ create: myEmbedder })) test(check.name, check.run);
 * ```
 */
export interface ConformanceCheck {
  readonly name: string;
  /** Rejects when the implementation does not keep the contract; the message says which part. */
  run(): Promise<void>;
}
