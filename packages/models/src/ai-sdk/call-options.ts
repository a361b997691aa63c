import type { GenerationMessage, GenerationRequest, GeneratorCapabilities } from '@cubo/contracts';

/** What a request becomes for a model of one version of the interface; what the model cannot do is left out. */
export function callOptions(
  { messages, tools = [], responseSchema, thinking }: GenerationRequest,
  capabilities: GeneratorCapabilities,
  version: string,
): object {
  const called = capabilities.tools ? tools : [];
  return {
    prompt: messages.map((message) => promptMessage(message, capabilities, version)),
    ...(called.length > 0 && { tools: called.map((tool) => ({ type: 'function', ...tool })) }),
    ...(capabilities.jsonSchema && responseSchema && { responseFormat: { type: 'json', schema: responseSchema } }),
    // Before version 4 each provider has an option of its own for it.
    ...(capabilities.thinking &&
      version === 'v4' &&
      thinking !== undefined && { reasoning: thinking ? 'medium' : 'none' }),
  };
}

/** Messages are lists of parts, where they are not the system's. */
function promptMessage(message: GenerationMessage, capabilities: GeneratorCapabilities, version: string): object {
  const { role, content } = message;
  const text = { type: 'text', text: content };
  switch (role) {
    case 'system':
      return { role, content };
    case 'user': {
      const images = capabilities.images ? (message.images ?? []) : [];
      return {
        role,
        content: [
          text,
          ...images.map(({ mediaType, bytes }) => ({
            ...{ type: 'file', mediaType },
            data: version === 'v4' ? { type: 'data', data: bytes } : bytes,
          })),
        ],
      };
    }
    case 'assistant': {
      const calls = (message.toolCalls ?? []).map(({ id, name, input }) => ({
        ...{ type: 'tool-call', toolCallId: id, toolName: name, input },
      }));
      // Beside a call an empty text is one that providers refuse.
      return { role, content: content === '' && calls.length > 0 ? calls : [text, ...calls] };
    }
    case 'tool': {
      const { id, name } = message.call;
      const output = { type: 'text', value: content };
      return { role, content: [{ type: 'tool-result', toolCallId: id, toolName: name, output }] };
    }
  }
}
