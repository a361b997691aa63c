import type { GenerationMessage } from '@cubo/contracts';

/** Messages as `/api/chat` takes them; for a model that sees nothing, without images. */
export function chatMessages(messages: readonly GenerationMessage[], seesImages: boolean): object[] {
  return messages.map((message) => {
    const { role, content } = message;
    switch (message.role) {
      case 'user': {
        const images = seesImages ? message.images?.map(({ bytes }) => Buffer.from(bytes).toString('base64')) : [];
        return { role, content, ...(images?.length && { images }) };
      }
      case 'assistant': {
        const calls = message.toolCalls?.map(({ name, input }) => ({ function: { name, arguments: input } }));
        return { role, content, ...(calls?.length && { tool_calls: calls }) };
      }
      case 'tool':
        return { role, content, tool_name: message.call.name };
      default:
        return { role, content };
    }
  });
}
