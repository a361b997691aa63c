import type { Source } from '@cubo/contracts';

/** Bytes in memory as a source. */
export function bytesSource(name: string, bytes: Uint8Array): Source {
  return {
    uri: `/test/${name}`,
    name,
    size: bytes.byteLength,
    async *open() {
      yield bytes;
    },
  };
}
