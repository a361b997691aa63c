import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CuboError } from '@cubo/contracts';
import { languageTag } from './language-names.ts';

/** A language, and the file with Tesseract's data for it. */
export interface LanguageData {
  /** Tesseract's name of it: `deu`. */
  readonly name: string;
  /** `<name>.traineddata` or `<name>.traineddata.gz`. */
  readonly file: string;
}

const scope = '@tesseract.js-data';
/** The packages hold two sets of data. This one has no data of the old engine and is a quarter of the size. */
const set = '4.0.0_best_int';

/**
 * Finds the data of one language: in `folder`, or without it in the package `@tesseract.js-data/<name>`, installed
 * beside this package or in the application. Nothing is ever downloaded.
 *
 * @throws CuboError `CUBO_PACKAGE_MISSING`, with the command that installs it
 */
export function findLanguageData(name: string, folder?: string): LanguageData {
  const file = folder === undefined ? inPackages(name) : inFolder(name, folder);
  if (file !== undefined) return { name, file };
  const tag = languageTag(name);
  throw new CuboError({
    code: 'CUBO_PACKAGE_MISSING',
    message:
      folder === undefined
        ? `The data for reading images of text in the language ${tag} is not installed.`
        : `There is no ${name}.traineddata for the language ${tag} in ${folder}.`,
    remedy:
      folder === undefined
        ? `Install it: npm install ${scope}/${name}.`
        : `Put ${name}.traineddata there, or leave languageData out and run npm install ${scope}/${name}.`,
    path: folder,
  });
}

/** Tesseract's names of the languages whose data is there, English first, the others by name. */
export function installedLanguages(folder?: string): string[] {
  const names = folder === undefined ? packageFolders().flatMap(packagesIn) : namesIn(folder);
  const order = (name: string) => (name === 'eng' ? '' : name);
  return [...new Set(names)].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

function inFolder(name: string, folder: string): string | undefined {
  return [`${name}.traineddata.gz`, `${name}.traineddata`]
    .map((file) => path.resolve(folder, file))
    .find((file) => existsSync(file));
}

function inPackages(name: string): string | undefined {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    try {
      const manifest = createRequire(from).resolve(`${scope}/${name}/package.json`);
      const file = inFolder(name, path.join(path.dirname(manifest), set));
      if (file !== undefined) return file;
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** The folders `node_modules/@tesseract.js-data` from which packages are resolved, here and in the application. */
function packageFolders(): string[] {
  const folders = new Set<string>();
  for (const start of [path.dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let folder = start; ; folder = path.dirname(folder)) {
      folders.add(path.join(folder, 'node_modules', scope));
      if (folder === path.dirname(folder)) break;
    }
  }
  return [...folders].filter((folder) => existsSync(folder));
}

function packagesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name !== 'osd' && inFolder(name, path.join(folder, name, set)));
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => {
    const name = /^(\w+)\.traineddata(?:\.gz)?$/.exec(file)?.[1];
    return name === undefined || name === 'osd' ? [] : [name];
  });
}
