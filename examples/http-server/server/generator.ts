import type { Generator } from '@cubo/core';
import { ollamaGenerator } from '@cubo/models/ollama';
import { scriptedGenerator } from './scripted-generator.ts';
import type { Settings } from './settings.ts';

/** What writes the answers: the library's own (`undefined`), which quotes; one for trying this out; or a model of Ollama. */
export function chooseGenerator({ generator, ollamaUrl: baseUrl }: Settings): Generator | undefined {
  if (generator === 'extractive') return undefined;
  if (generator === 'scripted') return scriptedGenerator();
  const [, model] = /^ollama:(.+)$/.exec(generator) ?? [];
  if (model !== undefined) return ollamaGenerator({ model, ...(baseUrl !== undefined && { baseUrl }) });
  throw new Error(`CUBO_GENERATOR is ${generator}: it may be extractive, scripted or ollama:<model>.`);
}
