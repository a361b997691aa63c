import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { badArgument, CuboError } from '@cubo/contracts';

/** The key in a file, as the `cubo` command takes it: 32 bytes, or 64 hexadecimal digits with or without a line break. */
export async function readKeyFile(path: string): Promise<Uint8Array | string> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    throw new CuboError({
      code: cause.code === 'ENOENT' ? 'CUBO_PATH_NOT_FOUND' : 'CUBO_STORAGE_FAILED',
      message: `The file of the key, ${resolve(path)}, cannot be read.`,
      remedy: 'Check --key-file.',
      path: resolve(path),
      cause,
    });
  });
  if (bytes.length === 32) return bytes;
  const text = bytes.toString('latin1').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return text;
  const message = `The file ${resolve(path)} holds neither 64 hexadecimal digits nor 32 bytes.`;
  throw badArgument(message, 'See cubo-mcp --help.');
}
