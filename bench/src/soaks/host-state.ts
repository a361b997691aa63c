import { getEventListeners } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a process holds on to. */
export interface HostState {
  /** Bytes of objects, and of what they hold outside of the heap, after garbage collection. */
  readonly heapBytes: number;
  /** What keeps the process alive: sockets, ports, timers of the computer, operations that run. */
  readonly resources: number;
  /** All handles of the event loop, those too that do not keep the process alive: of threads, watchers, timers. */
  readonly handles: number;
  /**
   * Open files that no longer have a name or lie outside of the folder, and how often the file of the folder is open that
   * is open most often: how many files a library has differs from merge to merge. 0 where the system does not list them.
   */
  readonly files: number;
  /** Listeners on the process and on signals that live as long as the host. */
  readonly listeners: number;
  /** Calls that wait for the moved clock. */
  readonly timers: number;
}

const openFiles = '/proc/self/fd';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Looks at the process when nothing is under way; its libraries lie in the folder. */
export async function hostState(options: {
  readonly signals: readonly AbortSignal[];
  readonly waiting: () => number;
  readonly folder: string;
}): Promise<HostState> {
  const { signals, waiting, folder } = options;
  // What is finalized by one collection frees more for the next.
  for (let round = 0; round < 4; round++) {
    await setImmediate();
    collectGarbage();
  }
  const { heapUsed, external } = process.memoryUsage();
  const ofProcess = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const ofSignals = signals.reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0);
  return {
    heapBytes: heapUsed + external,
    resources: process.getActiveResourcesInfo().length,
    handles: handleCount(),
    files: existsSync(openFiles) ? countFiles(readdirSync(openFiles).flatMap(nameOfOpenFile), folder) : 0,
    listeners: ofProcess + ofSignals,
    timers: waiting(),
  };
}

/** What `files` of a state counts. */
export function countFiles(names: readonly string[], folder: string): number {
  const named = names.filter((name) => name.startsWith(folder + sep) && !name.endsWith(' (deleted)'));
  const times = new Map<string, number>();
  for (const name of named) times.set(name, (times.get(name) ?? 0) + 1);
  return names.length - named.length + Math.max(0, ...times.values());
}

function nameOfOpenFile(descriptor: string): string[] {
  try {
    return [readlinkSync(`${openFiles}/${descriptor}`)];
  } catch {
    // The one by which the others are listed is closed by now.
    return [];
  }
}

function handleCount(): number {
  // It would look names up, and wait for them.
  Object.assign(process.report, { excludeNetwork: true });
  const { libuv } = process.report.getReport() as { libuv: { type: string }[] };
  return libuv.filter(({ type }) => type !== 'loop').length;
}
