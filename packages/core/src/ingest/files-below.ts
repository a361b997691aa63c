import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isPassedOver } from '@cubo/ingest';

/** The paths of all that lies below a folder and is none itself, but for what scans pass over without a word. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (isPassedOver(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
