/** Where log lines go; the shape of pino and of `console`. Lines carry no document text and no query text. */
export interface Logger {
  /** For those who look for a fault. */
  debug(message: string): void;
  /** What was done. */
  info(message: string): void;
  /** What was not done, or not well. */
  warn(message: string): void;
  /** What failed. */
  error(message: string): void;
}

const nothing = () => {};

/** Says nothing; the default. */
export const silentLogger: Logger = Object.freeze({ debug: nothing, info: nothing, warn: nothing, error: nothing });
