// @ts-check

/**
 * Tells the person at the terminal what happens. Always on stderr: stdout belongs to the task.
 *
 * @param {string} sentence
 * @returns {void}
 */
export function report(sentence) {
  process.stderr.write(`${sentence}\n`);
}
