import type { Source } from '@cubo/contracts';

/** Reads the first bytes of a source, at most `length` (default 4096), by which its format can be told. */
export async function readHead(
  source: Source,
  options: { length?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Uint8Array> {
  const { length = 4096, signal } = options;
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of source.open({ signal })) {
    blocks.push(block);
    bytes += block.length;
    if (bytes >= length) break;
  }
  return new Uint8Array(Buffer.concat(blocks).subarray(0, length));
}
