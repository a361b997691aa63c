import { setTimeout as pause } from 'node:timers/promises';
import type { Generator } from '@cubo/core';

/** Milliseconds between two words: slow enough that many answers are under way at once. */
const pace = 3;

/** Stands in for a model that calls tools: it searches for the question, and says the best passage, word by word. */
export function scriptedGenerator(): Generator {
  return {
    id: 'scripted',
    contextWindow: 32_000,
    capabilities: { tools: true, images: false, thinking: true, jsonSchema: false },
    async *generate({ question, passages, messages, tools }, { signal } = {}) {
      const hasSearched = messages.at(-1)?.role === 'tool';
      if (!hasSearched && tools !== undefined) {
        yield { type: 'thinking', text: 'The documents may know that.' };
        yield { type: 'tool-call', id: 'search', name: 'search_knowledge_base', input: { query: question } };
        yield { type: 'finish', reason: 'tool-calls' };
        return;
      }
      const [best] = passages;
      const answer =
        best === undefined ? 'The documents do not say.' : `${best.text.replace(/\.\s*$/, '')} [${best.number}].`;
      for (const word of answer.split(/(?<=\s)/)) {
        await pause(pace, undefined, { signal });
        yield { type: 'text', text: word };
      }
      yield { type: 'usage', inputTokens: 0, outputTokens: 0 };
      yield { type: 'finish', reason: 'stop' };
    },
  };
}
