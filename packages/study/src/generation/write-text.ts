import type { GenerationMessage, JsonSchema } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { askGenerator } from './ask-generator.ts';
import { withoutThought } from './skip-thinking.ts';

/**
 * Has the generator write one text, such as a lesson, and gives the whole of it, without what stands in it as thoughts.
 *
 * @throws CuboError `CUBO_GENERATOR_FAILED`; the reason of the signal
 */
export async function writeText(
  { generator }: Pick<StudyParts, 'generator'>,
  options: {
    readonly messages: readonly GenerationMessage[];
    readonly schema?: JsonSchema | undefined;
    readonly answerTokens?: number | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<string> {
  let text = '';
  for await (const piece of askGenerator(generator, options)) text += piece;
  return withoutThought(text);
}
