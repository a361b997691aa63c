// @ts-check

/** Something the person at the terminal has to put right; the message says what, and is all they need to see. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError';
}
