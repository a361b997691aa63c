import type { GenerationMessage } from '@cubo/contracts';

/** Messages as `/chat/completions` takes them; for a model that sees nothing, without images. */
export function completionMessages(messages: readonly GenerationMessage[], seesImages: boolean): object[] {
  return messages.map((message) => {
    const { role, content } = message;
    switch (message.role) {
      case 'user': {
        if (!seesImages || !message.images?.length) return { role, content };
        const images = message.images.map(({ mediaType, bytes }) => ({
          type: 'image_url',
          image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
        }));
        return { role, content: [{ type: 'text', text: content }, ...images] };
      }
      case 'assistant': {
        const calls = message.toolCalls?.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        }));
        return { role, content, ...(calls?.length && { tool_calls: calls }) };
      }
      case 'tool':
        return { role, content, tool_call_id: message.call.id };
      default:
        return { role, content };
    }
  });
}
