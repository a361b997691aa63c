import { randomUUID } from 'node:crypto';
import type { GenerationEvent } from '@cubo/contracts';
import { errorText } from '../servers/model-server.ts';
import { streamedText } from '../servers/streamed-text.ts';

interface ChatLine {
  readonly message?: {
    readonly content?: unknown;
    readonly thinking?: unknown;
    readonly tool_calls?:
      | readonly {
          readonly id?: string;
          readonly function: { readonly name: string; readonly arguments?: unknown };
        }[]
      | null;
  } | null;
  readonly done?: boolean;
  readonly done_reason?: string;
  readonly prompt_eval_count?: number;
  readonly eval_count?: number;
}

/** Reads the lines of `/api/chat`. */
export function chatReader(): (line: string) => GenerationEvent[] {
  let hasCalled = false;
  return (line) => {
    if (line.trim() === '') return [];
    const value = JSON.parse(line) as ChatLine;
    const refusal = errorText(value);
    if (refusal !== undefined) throw new Error(refusal);
    const { message, done, done_reason: reason, prompt_eval_count: read = 0, eval_count: written = 0 } = value;
    const thinking = streamedText(message?.thinking);
    const content = streamedText(message?.content);
    const events: GenerationEvent[] = [];
    if (thinking) events.push({ type: 'thinking', text: thinking });
    if (content) events.push({ type: 'text', text: content });
    for (const {
      id = randomUUID(),
      function: { name, arguments: input = {} },
    } of message?.tool_calls ?? []) {
      hasCalled = true;
      events.push({ type: 'tool-call', id, name, input });
    }
    if (done === true) {
      events.push({ type: 'usage', inputTokens: read, outputTokens: written });
      const stopped = hasCalled ? 'tool-calls' : 'stop';
      events.push({ type: 'finish', reason: reason === 'length' ? 'length' : stopped });
    }
    return events;
  };
}
