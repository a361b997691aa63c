import { type FileLayer, nodeFileLayer, storageError, type WritableFile } from '@cubo/library';

/** A file layer on which one changing operation fails as on a full disk, and those after it succeed. */
export interface FailingFileLayer extends FileLayer {
  /** The changing operations since the last `failAt`, by name. */
  readonly operations: readonly string[];
  /** Starts counting anew; the operation with this number (from 0) fails. */
  failAt(number: number): void;
}

export function failingFileLayer(): FailingFileLayer {
  let operations: string[] = [];
  let failing = -1;

  function enter(name: string, path: string): void {
    if (operations.push(name) - 1 !== failing) return;
    throw storageError(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }), name, path);
  }
  return {
    ...nodeFileLayer,
    get operations() {
      return operations;
    },
    failAt(number) {
      operations = [];
      failing = number;
    },
    async create(path): Promise<WritableFile> {
      enter('create', path);
      const file = await nodeFileLayer.create(path);
      return {
        path,
        async write(bytes) {
          enter('write', path);
          await file.write(bytes);
        },
        async sync() {
          enter('sync', path);
          await file.sync();
        },
        close: () => file.close(),
      };
    },
    async rename(from, to) {
      enter('rename', from);
      await nodeFileLayer.rename(from, to);
    },
    async remove(path) {
      enter('remove', path);
      await nodeFileLayer.remove(path);
    },
    async makeDirectory(path) {
      enter('make directory', path);
      await nodeFileLayer.makeDirectory(path);
    },
    async syncDirectory(path) {
      enter('sync directory', path);
      await nodeFileLayer.syncDirectory(path);
    },
    commit(run) {
      enter('commit', 'catalog.sqlite');
      return nodeFileLayer.commit(run);
    },
  };
}
