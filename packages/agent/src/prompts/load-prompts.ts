import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CuboError } from '@cubo/core';
import { promptFolder } from '../prompt-folder.ts';
import { type PromptName, templates } from './prompt-templates.ts';

/** The prompts of an agent. */
export interface Prompts {
  /** Hash of all templates: an answer with the same version was asked for in the same words. */
  readonly version: string;
  /**
   * Fills a template.
   *
   * @throws CuboError `CUBO_PROMPT_INVALID` where a variable has no value
   */
  fill(name: PromptName, values: Readonly<Record<string, string>>): string;
}

const names = Object.keys(templates) as PromptName[];
const variable = /\{\{\s*([\w-]+)\s*\}\}/g;

/**
 * Reads the templates of the package, and in place of them those of a host's folder.
 *
 * @throws CuboError `CUBO_PROMPT_INVALID` for a file that is no template, a variable that there is not, and one that is
 * left out; `CUBO_PATH_NOT_FOUND` where there is no such folder
 */
export function loadPrompts(folder?: string): Prompts {
  const own = folder === undefined ? new Set<string>() : listTemplates(folder);
  const texts = new Map(
    names.map((name) => {
      const file = `${name}.md`;
      const isOwn = folder !== undefined && own.has(file);
      const path = isOwn ? join(folder, file) : new URL(file, promptFolder);
      const text = readFileSync(path, 'utf8').trim();
      assertVariables(name, text, String(path));
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

function listTemplates(folder: string): Set<string> {
  const files = filesOf(folder).filter((file) => file.endsWith('.md'));
  const unknown = files.find((file) => !names.includes(file.slice(0, -'.md'.length) as PromptName));
  if (unknown !== undefined) {
    throw invalid(`${join(folder, unknown)} is no prompt of the agent.`, `There are: ${all}.`, join(folder, unknown));
  }
  return new Set(files);
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw noFolder(folder, error);
  }
}

function noFolder(folder: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The folder of prompts ${folder} cannot be read.`,
    remedy: `Make it, with a file for each prompt that is to be another: ${all}.`,
    path: folder,
    cause,
  });
}

const all = names.map((name) => `${name}.md`).join(', ');

function assertVariables(name: PromptName, text: string, path: string): void {
  const known: readonly string[] = templates[name];
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
