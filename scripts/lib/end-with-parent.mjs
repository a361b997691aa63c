// @ts-check
// Loaded before a task: when `run.mjs` is killed the task must not go on writing as an orphan.
// The library survives being killed at any moment, so that is how it ends.
import { isMainThread } from 'node:worker_threads';

// Worker threads and forked children inherit the --import flag, but have a parent of their own.
const startedByRun = isMainThread && process.channel && Number(process.env.CUBO_RUN_PID) === process.ppid;
if (startedByRun) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel?.unref(); // listening must not keep the process alive
}
