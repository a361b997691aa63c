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
  /** Aborted when nobody reads the results any more, as in `cubo … | head`. */
  readonly unread: AbortSignal;
}

/** The output of this process. */
export function standardOutput(): Output {
  const terminal = process.stderr.isTTY === true;
  const unread = new AbortController();
  onBrokenPipe(process.stdout, () => unread.abort(new DOMException('Nobody reads the output.', 'AbortError')));
  // Messages that nobody reads are no reason to stop.
  onBrokenPipe(process.stderr, () => {});
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
    unread: unread.signal,
  };
}

/** Without a listener the error of a pipe whose reader has gone would end the process in the middle of its work. */
function onBrokenPipe(stream: NodeJS.WriteStream, broken: () => void): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    broken();
  });
}
