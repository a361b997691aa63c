// @ts-check
import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter that counts, and writes its counts to the file that `CUBO_TEST_COUNTS` names.
 * A file that could not even be loaded counts as one failed test, and so does an error outside every test.
 */
export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state] += 1;
      }
      if (!module.ok() && counts.failed === failedBefore) counts.failed += 1;
    }
    writeFileSync(process.env.CUBO_TEST_COUNTS ?? '', JSON.stringify(counts));
  }
}
