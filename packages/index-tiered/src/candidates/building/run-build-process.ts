import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { threadSettings } from '../engines/thread-settings.ts';
import type { BuildRequest, BuildStage, BuildTrial } from './build-index.ts';
import { encodeFrame, type VectorFrame } from './vector-frames.ts';

/** How a build ended that has no result. */
export interface BuildFailure {
  /** What it was doing; nothing where the library could not be loaded. */
  readonly stage: BuildStage | undefined;
  /** What it said, or the signal that ended it. */
  readonly reason: string;
}

/** How a build ended. */
export type BuildOutcome = { readonly added: number } | { readonly failure: BuildFailure };

/**
 * Builds an index in a process of its own, since training and adding take seconds to minutes, and an exception of FAISS
 * ends the process. Throws when the signal is aborted, which ends it, or when the vectors cannot be read.
 */
export async function runBuildProcess(
  request: Omit<BuildRequest, 'threads'> | BuildTrial,
  vectors: AsyncIterable<VectorFrame>,
  signal: AbortSignal,
): Promise<BuildOutcome> {
  signal.throwIfAborted();
  // In a package there is one file, beside which the built process lies; in the sources both are where they are.
  const extension = extname(fileURLToPath(import.meta.url));
  const script = fileURLToPath(new URL(`./build-process${extension}`, import.meta.url));
  // Others have work to do as well.
  const threads = Math.max(1, availableParallelism() >> 1);
  const env = { ...threadSettings(threads), ...process.env };
  const child = fork(script, [JSON.stringify({ ...request, threads })], { silent: true, execArgv: [], env });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const said = [lastOf(child, 'stdout'), lastOf(child, 'stderr')] as const;
    const ended = new Promise<string>((resolve) => {
      child.once('error', ({ message }) => resolve(message));
      const end = (code: number | null, killedBy: string | null) => resolve(killedBy ?? `exit code ${code}`);
      child.once('close', end);
      // What the library has started may hold its output open for as long as it likes.
      child.once('exit', (...how) => setTimeout(end, outputMilliseconds, ...how).unref());
    });
    const unreadable = await send(child, vectors, ended);
    const end = await ended;
    signal.throwIfAborted();
    if (unreadable !== undefined) throw unreadable.error;
    const [stages, complaints] = said.map((read) => read()) as [string, string];
    const [, added] = /^added (\d+)$/m.exec(stages) ?? [];
    if (end === 'exit code 0' && added !== undefined) return { added: Number(added) };
    const stage = (stages.trimEnd().split('\n').at(-1) || undefined) as BuildStage | undefined;
    return { failure: { stage, reason: reasonOf(complaints, end) } };
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
}

/** How long the last words of a process that has ended are waited for. */
const outputMilliseconds = 1000;

/** Sends the vectors; what is returned is thrown by reading them. A process that has ended takes no more. */
async function send(
  child: ChildProcess,
  vectors: AsyncIterable<VectorFrame>,
  ended: Promise<string>,
): Promise<{ error: unknown } | undefined> {
  let unreadable: { error: unknown } | undefined;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const frame of vectors) {
        try {
          yield encodeFrame(frame);
        } catch {
          // A process that has ended takes no more: it is no failure of the vectors, and how it ended is what counts.
          return;
        }
      }
    } catch (error) {
      unreadable = { error };
      throw error;
    }
    yield encodeFrame({ kind: 'end', vectors: new Float32Array() });
  }
  const sending = pipeline(Readable.from(bytes()), child.stdin as NodeJS.WritableStream).catch(() => {});
  await Promise.race([sending, ended]);
  if (unreadable !== undefined) child.kill('SIGKILL');
  return unreadable;
}

const keptCharacters = 4000;

/** Gathers the last of what a process says. */
function lastOf(child: ChildProcess, name: 'stdout' | 'stderr'): () => string {
  let text = '';
  child[name]?.setEncoding('utf8').on('data', (piece: string) => {
    text = (text + piece).slice(-keptCharacters);
  });
  return () => text;
}

/** FAISS's exceptions end with what is wrong, behind the function and the line of its source. */
function reasonOf(complaints: string, end: string): string {
  const lines = complaints.trim().split('\n');
  const what = lines.findLast((line) => line.trimStart().startsWith('what():'));
  const said = what?.replace(/^\s*what\(\):\s*/, '') ?? (end.startsWith('exit code') ? lines.at(-1) : undefined);
  return said?.replace(/^Error in .*? at \S+:\d+: (Error: )?/, '') || `it ended with ${end}`;
}
