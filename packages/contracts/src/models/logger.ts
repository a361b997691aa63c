/** Where log lines go; the shape of pino and of `console`. Lines carry no document text and no query text. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

const nothing = () => {};

/** Says nothing; the default. */
export const silentLogger: Logger = Object.freeze({ debug: nothing, info: nothing, warn: nothing, error: nothing });
