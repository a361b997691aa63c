// @ts-check
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMilliseconds = 2_000;

/**
 * Runs `work` while no other process does the same under the same lock directory.
 *
 * A lock is stale when its owner is a dead process of this machine, or when its heartbeat (the modification time of the
 * folder) has stood still for `patience` milliseconds of our own waiting: that covers reused process ids and other
 * hosts.
 *
 * @template T
 * @param {string} directory made for the lock; its parent is created when missing
 * @param {() => Promise<T>} work
 * @param {{ patience?: number, onWait?: (owner: string) => void }} [options] `onWait` is called once, when there is
 * waiting to do
 * @returns {Promise<T>}
 */
export async function withDirectoryLock(directory, work, { patience = 30_000, onWait } = {}) {
  mkdirSync(path.dirname(directory), { recursive: true });
  let told = false;
  let heartbeat = { time: 0, seenAt: 0 };
  while (!tryLock(directory)) {
    const time = statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (time !== heartbeat.time) heartbeat = { time, seenAt: Date.now() };
    const silent = Date.now() - heartbeat.seenAt > patience;
    if (ownerIsDead(directory) || silent) {
      breakLock(directory, heartbeat.time);
      continue;
    }
    if (!told) onWait?.(readOwner(directory)?.pid.toString() ?? 'unknown');
    told = true;
    await sleep(100);
  }
  const timer = setInterval(() => touch(directory), heartbeatMilliseconds);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // After a long stall another process may have broken the lock and taken it: then it is no longer ours to remove.
    const owner = readOwner(directory);
    if (owner?.pid === process.pid && owner.host === hostname()) rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} directory */
function tryLock(directory) {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(path.join(directory, 'owner.json'), JSON.stringify({ pid: process.pid, host: hostname() }));
  return true;
}

/**
 * @param {string} directory
 * @returns {{ pid: number, host: string } | undefined} nothing while the owner has not written its name yet
 */
function readOwner(directory) {
  try {
    return JSON.parse(readFileSync(path.join(directory, 'owner.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} directory */
function ownerIsDead(directory) {
  const owner = readOwner(directory);
  if (!owner || owner.host !== hostname()) return false;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}

/**
 * Of several that wait for the same stale lock only one may remove it, or the second would remove the first one's new
 * lock.
 *
 * @param {string} directory
 * @param {number} time the heartbeat that was judged stale
 */
function breakLock(directory, time) {
  const breaker = `${directory}.breaking`;
  try {
    mkdirSync(breaker);
  } catch {
    const age = Date.now() - (statSync(breaker, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > 10_000) rmSync(breaker, { recursive: true, force: true });
    return;
  }
  try {
    if (statSync(directory, { throwIfNoEntry: false })?.mtimeMs !== time) return;
    const removed = `${directory}.stale-${process.pid}`;
    renameSync(directory, removed);
    rmSync(removed, { recursive: true, force: true });
  } finally {
    rmSync(breaker, { recursive: true, force: true });
  }
}

/** @param {string} directory */
function touch(directory) {
  const now = new Date();
  try {
    utimesSync(directory, now, now);
  } catch {
    // The folder is gone when somebody deleted node_modules meanwhile; the work itself will say so.
  }
}
