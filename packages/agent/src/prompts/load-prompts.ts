import { loadPromptTemplates, type Prompts as PromptsOf } from '@cubo/core';
import { promptFolder } from '../prompt-folder.ts';
import { type PromptName, templates } from './prompt-templates.ts';

/** The prompts of an agent. */
export type Prompts = PromptsOf<PromptName>;

/**
 * Reads the templates of the package, and in place of them those of a host's folder.
 *
 * @throws CuboError `CUBO_PROMPT_INVALID`, `CUBO_PATH_NOT_FOUND`
 */
export function loadPrompts(folder?: string): Prompts {
  return loadPromptTemplates({ owner: 'the agent', folder: promptFolder, templates }, folder);
}
