import type { ModelFiles } from '../models/embedder.ts';

/** Files of a model that are nowhere but in memory. */
export function memoryFiles(): ModelFiles {
  const contents = new Map<string, Uint8Array[]>();
  return {
    async create(path) {
      if (contents.has(path)) throw new Error(`${path} exists already`);
      const pieces: Uint8Array[] = [];
      contents.set(path, pieces);
      return {
        async write(bytes) {
          pieces.push(bytes.slice());
        },
        sync: async () => {},
        close: async () => {},
      };
    },
    async read(path) {
      const pieces = contents.get(path);
      return pieces === undefined ? undefined : Uint8Array.from(Buffer.concat(pieces));
    },
    syncDirectory: async () => {},
  };
}
