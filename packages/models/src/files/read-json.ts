import { readFile } from 'node:fs/promises';
import { copyAgain, modelInvalid } from './model-error.ts';

/**
 * The object in a JSON file of a model.
 *
 * @throws CuboError `CUBO_MODEL_INVALID` when the file is damaged
 */
export async function readJson(path: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw modelInvalid(path, 'is damaged: it is no JSON', copyAgain, cause);
  }
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  throw modelInvalid(path, 'is damaged: it holds no object', copyAgain);
}

/** The same, and `undefined` where there is no such file. */
export async function readJsonIfThere(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return await readJson(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
