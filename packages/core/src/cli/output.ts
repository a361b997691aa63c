/** Where a command's results and messages go. */
export interface Output {
  /** A line of the result, on standard output. */
  line(text: string): void;
  /** A value of the result as one line of JSON, on standard output. */
  json(value: unknown): void;
  /** A message, on standard error. */
  message(text: string): void;
  /** Shows the state of long work on the last line of a terminal; nothing where standard error is none. */
  progress(text: string): void;
}

/** The output of this process. */
export function standardOutput(): Output {
  const terminal = process.stderr.isTTY === true;
  let shown = false;
  const clear = () => {
    if (shown) process.stderr.write('\r\u001b[K');
    shown = false;
  };
  const line = (text: string) => {
    clear();
    process.stdout.write(`${text}\n`);
  };
  return {
    line,
    json: (value) => line(JSON.stringify(value)),
    message(text) {
      clear();
      process.stderr.write(`${text}\n`);
    },
    progress(text) {
      if (!terminal) return;
      const width = (process.stderr.columns ?? 80) - 1;
      process.stderr.write(`\r\u001b[K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
      shown = true;
    },
  };
}
