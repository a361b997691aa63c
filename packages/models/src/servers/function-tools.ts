import type { GenerationRequest } from '@cubo/contracts';

/** Tools as `/api/chat` and OpenAI's format take them. */
export function functionTools(tools: GenerationRequest['tools']): object[] | undefined {
  if (tools === undefined || tools.length === 0) return undefined;
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }));
}
