// @ts-check
import { readFileSync } from 'node:fs';

/**
 * Between npm and this process stands a shell, which passes no signal on: a signal to npm ends the shell, and SIGKILL
 * ends npm alone. Both are noticed by looking at who the parents are now.
 *
 * @param {(signal: 'SIGTERM' | 'SIGKILL') => void} onLost called once, with the signal that the loss stands for
 * @returns {void}
 */
export function watchParents(onLost) {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    const shellIsGone = process.ppid !== parent;
    if (!shellIsGone && parentOf(parent) === grandparent) return;
    clearInterval(timer);
    onLost(shellIsGone ? 'SIGTERM' : 'SIGKILL');
  }, 200);
  timer.unref();
}

/**
 * @param {number} pid
 * @returns {number | undefined} nothing on systems without /proc, where only the shell is watched
 */
function parentOf(pid) {
  try {
    const [, parent] = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined;
  }
}
