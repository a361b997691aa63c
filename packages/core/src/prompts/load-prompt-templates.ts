import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CuboError } from '@cubo/contracts';

/** Prompts, by the names of their templates. */
export interface Prompts<Name extends string> {
  /** Hash of all templates: what has the same version was asked for in the same words. */
  readonly version: string;
  /**
   * Fills a template.
   *
   * @throws CuboError `CUBO_PROMPT_INVALID` where a variable has no value
   */
  fill(name: Name, values: Readonly<Record<string, string>>): string;
}

/** What prompts are read from. */
export interface PromptTemplates<Name extends string> {
  /** Whose prompts they are, for messages: `the agent`. */
  readonly owner: string;
  /** Folder of the package's own templates, ending with a slash: a file `<name>.md` for each. */
  readonly folder: URL;
  /** The variables of each template: all of them must stand in it as `{{variable}}`, and no others. */
  readonly templates: Readonly<Record<Name, readonly string[]>>;
}

const variable = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Reads the templates of a package, and in place of them those of a host's folder.
 *
 * @throws CuboError `CUBO_PROMPT_INVALID` for a file that is no template, a variable that there is not, and one that is
 * left out; `CUBO_PATH_NOT_FOUND` where there is no such folder
 */
export function loadPromptTemplates<Name extends string>(
  { owner, folder, templates }: PromptTemplates<Name>,
  hostFolder?: string,
): Prompts<Name> {
  const names = Object.keys(templates) as Name[];
  const host = hostFolder === undefined ? new Set<string>() : listTemplates(hostFolder, owner, names);
  const texts = new Map(
    names.map((name) => {
      const file = `${name}.md`;
      const path = hostFolder !== undefined && host.has(file) ? join(hostFolder, file) : new URL(file, folder);
      const text = readFileSync(path, 'utf8').trim();
      assertVariables(templates[name], text, String(path));
      return [name, text];
    }),
  );
  return {
    version: createHash('sha256')
      .update(JSON.stringify([...texts]))
      .digest('hex')
      .slice(0, 12),
    fill: (name, values) =>
      (texts.get(name) as string).replace(variable, (_, key: string) => {
        const value = Object.hasOwn(values, key) ? values[key] : undefined;
        if (value === undefined) throw invalid(`The prompt ${name} was given no value of ${key}.`, 'Give it one.');
        return value;
      }),
  };
}

function listTemplates(folder: string, owner: string, names: readonly string[]): Set<string> {
  const all = names.map((name) => `${name}.md`).join(', ');
  const files = filesOf(folder, all).filter((file) => file.endsWith('.md'));
  const unknown = files.find((file) => !names.includes(file.slice(0, -'.md'.length)));
  if (unknown !== undefined) {
    throw invalid(`${join(folder, unknown)} is no prompt of ${owner}.`, `There are: ${all}.`, join(folder, unknown));
  }
  return new Set(files);
}

function filesOf(folder: string, all: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw noFolder(folder, all, error);
  }
}

function noFolder(folder: string, all: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The folder of prompts ${folder} cannot be read.`,
    remedy: `Make it, with a file for each prompt that is to be another: ${all}.`,
    path: folder,
    cause,
  });
}

function assertVariables(known: readonly string[], text: string, path: string): void {
  const used = [...text.matchAll(variable)].map(([, key]) => key as string);
  const remedy = known.length === 0 ? 'It has none.' : `It has ${known.map((key) => `{{${key}}}`).join(', ')}.`;
  const unknown = used.find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw invalid(`The prompt ${path} names {{${unknown}}}, which there is not.`, remedy, path);
  const missing = known.find((key) => !used.includes(key));
  if (missing !== undefined) throw invalid(`The prompt ${path} leaves out {{${missing}}}.`, remedy, path);
}

function invalid(message: string, remedy: string, path?: string): CuboError {
  return new CuboError({ code: 'CUBO_PROMPT_INVALID', message, remedy, path });
}
