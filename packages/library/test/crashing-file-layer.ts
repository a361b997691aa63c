import { existsSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FileLayer, nodeFileLayer, type WritableFile } from '../src/index.ts';

/** Thrown in place of the end of the process. */
export class SimulatedCrash extends Error {}

/**
 * Where in an operation the crash comes. `power-cut` comes after it, and takes with it all bytes that were not synced,
 * and all names in folders that were not synced since: new files and folders are gone, renamed ones are back where they
 * were.
 */
export type CrashMoment = 'before' | 'halfway' | 'after' | 'power-cut';

export interface CrashingFileLayer extends FileLayer {
  /** The operations carried out so far, by name. */
  readonly operations: readonly string[];
  readonly crashed: boolean;
}

/** A file layer that crashes at its `crashAt`-th changing operation (from 0), after which every operation fails. */
export function crashingFileLayer(
  options: { crashAt: number; moment: CrashMoment } = { crashAt: -1, moment: 'before' },
): CrashingFileLayer {
  const { crashAt, moment } = options;
  const operations: string[] = [];
  const unsynced = new Map<string, number>();
  /** What a power cut undoes: changes of names in folders, the latest last. */
  const names: { folder: string; undo: () => void }[] = [];
  let crashed = false;

  function crash(): never {
    crashed = true;
    if (moment === 'power-cut') {
      for (const [path, length] of unsynced) truncateSync(path, length);
      for (const { undo } of names.reverse()) undo();
    }
    throw new SimulatedCrash(`crash ${moment} ${operations.at(-1)}`);
  }

  function enter(name: string): boolean {
    if (crashed) throw new SimulatedCrash('the process is gone');
    const due = operations.push(name) - 1 === crashAt;
    if (due && moment === 'before') crash();
    return due;
  }

  async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
    const due = enter(name);
    const result = await run();
    if (due) crash();
    return result;
  }

  return {
    ...nodeFileLayer,
    operations,
    get crashed() {
      return crashed;
    },
    async create(path): Promise<WritableFile> {
      const due = enter('create');
      const file = await nodeFileLayer.create(path);
      let written = 0;
      unsynced.set(path, 0);
      names.push({ folder: dirname(path), undo: () => rmSync(path, { force: true }) });
      if (due) {
        await file.close();
        crash();
      }
      return {
        path,
        async write(bytes) {
          const dueNow = enter('write');
          await file.write(dueNow && moment === 'halfway' ? bytes.subarray(0, bytes.length >> 1) : bytes);
          written += bytes.length;
          if (dueNow) crash();
        },
        sync: () =>
          step('fsync', async () => {
            await file.sync();
            unsynced.set(path, written);
          }),
        close: () => file.close(),
      };
    },
    rename: (from, to) =>
      step('rename', async () => {
        const replaced = existsSync(to);
        await nodeFileLayer.rename(from, to);
        // What a rename replaces cannot be brought back here: then the new name is taken for durable.
        if (!replaced) names.push({ folder: dirname(to), undo: () => existsSync(to) && renameSync(to, from) });
        for (const [path, length] of [...unsynced]) {
          if (path !== from && !path.startsWith(`${from}/`)) continue;
          unsynced.delete(path);
          unsynced.set(to + path.slice(from.length), length);
        }
      }),
    remove: (path) =>
      step('remove', async () => {
        await nodeFileLayer.remove(path);
        for (const known of [...unsynced.keys()]) {
          if (known === path || known.startsWith(`${path}/`)) unsynced.delete(known);
        }
      }),
    makeDirectory: (path) =>
      step('mkdir', async () => {
        const existed = existsSync(path);
        await nodeFileLayer.makeDirectory(path);
        if (existed) return;
        names.push({ folder: dirname(path), undo: () => rmSync(path, { recursive: true, force: true }) });
      }),
    syncDirectory: (path) =>
      step('fsync folder', async () => {
        await nodeFileLayer.syncDirectory(path);
        for (let i = names.length - 1; i >= 0; i--) if (names[i]?.folder === path) names.splice(i, 1);
      }),
    commit(run) {
      const due = enter('commit');
      const result = run();
      if (due) crash();
      return result;
    },
  };
}
