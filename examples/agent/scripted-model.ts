import type { GenerationEvent, Generator } from '@cubo/contracts';

/** Stands in for a language model that can call tools: it searches for the question, then quotes what it was shown. */
export function scriptedModel(): Generator {
  return {
    id: 'scripted',
    contextWindow: 8192,
    capabilities: { tools: true, images: false, thinking: true, jsonSchema: false },
    async *generate({ question, messages, passages }): AsyncGenerator<GenerationEvent> {
      if (messages.at(-1)?.role !== 'tool') {
        yield { type: 'thinking', text: 'The documents may tell.' };
        const call = /\d/.test(question)
          ? { name: 'rent_reminder', input: { day: 3 } }
          : { name: 'search_knowledge_base', input: { query: question } };
        yield { type: 'tool-call', id: 'call-1', ...call };
        yield { type: 'finish', reason: 'tool-calls' };
        return;
      }
      const found = passages.find(({ text }) => text.includes('notice'));
      yield {
        type: 'text',
        text:
          found === undefined
            ? 'It is noted.'
            : `The tenant must give notice three months before the end [${found.number}].`,
      };
      yield { type: 'finish', reason: 'stop' };
    },
  };
}
