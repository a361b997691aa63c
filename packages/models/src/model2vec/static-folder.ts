import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileMissing } from '../files/model-files.ts';

/** Where sentence-transformers keeps the files in the folder of a model that is made of modules. */
const folders = ['', '0_StaticEmbedding'];

/** The files of a static model, relative to its folder. */
export interface StaticFolder {
  readonly directory: string;
  readonly tensors: string;
  readonly tokenizer: string;
}

/**
 * Finds the files of a static model: in the folder itself, as model2vec and sentence-transformers write them, or in the
 * folder of a module.
 *
 * @throws CuboError `CUBO_PATH_NOT_FOUND`
 */
export async function findStaticFolder(directory: string): Promise<StaticFolder> {
  const folder = resolve(directory);
  let missing: string | undefined;
  for (const name of folders) {
    const found = {
      directory: folder,
      tensors: join(name, 'model.safetensors'),
      tokenizer: join(name, 'tokenizer.json'),
    };
    const lacks = await firstMissing(folder, [found.tensors, found.tokenizer]);
    if (lacks === undefined) return found;
    missing ??= lacks;
  }
  throw fileMissing(folder, missing ?? 'model.safetensors');
}

async function firstMissing(folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names) {
    try {
      await access(join(folder, name));
    } catch {
      return name;
    }
  }
  return undefined;
}
