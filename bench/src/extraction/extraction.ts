import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A file to extract. */
export interface ExtractionRequest {
  /** Absolute path. */
  readonly file: string;
  readonly passwords: readonly string[];
}

/** What became of a file. */
export interface Extraction {
  readonly outcome: 'indexed' | 'partly-indexed' | 'skipped';
  /** Why it was skipped, and what stayed unread. */
  readonly reasons: readonly string[];
  readonly pages: number | undefined;
  readonly text: string;
  readonly seconds: number;
  /** The most memory that the process has held so far. */
  readonly peakBytes: number;
}

/** A file that took the process down, took too long or too much memory. */
export interface ExtractionCrash {
  readonly outcome: 'crashed';
  readonly reasons: readonly string[];
}

/** Extracts files in a process of their own, which is replaced when one of them takes it down. */
export interface ExtractionProcess {
  extract(request: ExtractionRequest): Promise<Extraction | ExtractionCrash>;
  close(): void;
}

const program = fileURLToPath(new URL('./extraction-process.ts', import.meta.url));

/** Starts the process when it is needed. Limits: seconds for a file, bytes of resident memory of the process. */
export function createExtractionProcess(limits: { seconds: number; bytes: number }): ExtractionProcess {
  let child: ChildProcess | undefined;

  function stop(): void {
    child?.removeAllListeners();
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    async extract(request) {
      child ??= fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const process = child;
      const stopped = new AbortController();
      const timer = setTimeout(() => stopped.abort(), limits.seconds * 1000);
      try {
        process.send(request);
        const answer = once(process, 'message', { signal: stopped.signal });
        const exit = once(process, 'exit', { signal: stopped.signal });
        exit.catch(() => {});
        const [first] = await Promise.race([answer, exit.then(([code, signal]) => [{ code, signal }])]);
        answer.catch(() => {});
        if (!('outcome' in first)) return crash(`The process ended with ${first.signal ?? first.code}.`);
        const extraction = first as Extraction;
        if (extraction.peakBytes > limits.bytes) {
          return crash(`The process held ${Math.round(extraction.peakBytes / 1e6)} MB.`);
        }
        return extraction;
      } catch (error) {
        if (!stopped.signal.aborted) throw error;
        return crash(`There was no result within ${limits.seconds} s.`);
      } finally {
        clearTimeout(timer);
        stopped.abort();
      }
    },
    close: stop,
  };

  function crash(reason: string): ExtractionCrash {
    stop();
    return { outcome: 'crashed', reasons: [reason] };
  }
}
