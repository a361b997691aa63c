import type { PreparedInput } from './ingest-input.ts';

/**
 * Counts the sources of an input, and their bytes as far as these are known, by looking at the names alone. `undefined`
 * for sources of the host's own, which can be gone through once only, and when it was stopped or something is amiss: the
 * ingestion itself will tell.
 */
export async function countSources(
  input: PreparedInput,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number } | undefined> {
  if (input.paths === undefined) return undefined;
  let files = 0;
  let bytes = 0;
  try {
    for await (const source of input.sources({ signal })) {
      files++;
      if ('size' in source) bytes += source.size ?? 0;
    }
  } catch {
    return undefined;
  }
  return signal.aborted ? undefined : { files, bytes };
}
