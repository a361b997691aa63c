import { randomUUID } from 'node:crypto';
import type { GenerationEvent } from '@cubo/contracts';
import { errorText } from '../servers/model-server.ts';
import { streamedText } from '../servers/streamed-text.ts';

interface CompletionChunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: unknown;
      readonly reasoning_content?: unknown;
      readonly reasoning?: unknown;
      readonly tool_calls?: readonly {
        readonly index?: number;
        readonly id?: string;
        readonly function?: { readonly name?: string; readonly arguments?: string };
      }[];
    } | null;
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
}

type Delta = NonNullable<NonNullable<CompletionChunk['choices']>[number]['delta']>;

/** Reads the lines of a stream of `/chat/completions`: server-sent events. */
export interface CompletionReader {
  read(line: string): GenerationEvent[];
  end(): GenerationEvent[];
}

/** Makes a reader of one stream. */
export function completionReader(): CompletionReader {
  // The arguments of a call come in pieces, those of several calls in between each other.
  const calls = new Map<number, { id: string; name: string; input: string }>();
  let usage: GenerationEvent | undefined;
  let reason: string | undefined;

  function collect(parts: Delta['tool_calls']): void {
    for (const { index = calls.size, id, function: { name = '', arguments: input = '' } = {} } of parts ?? []) {
      const call = calls.get(index) ?? { id: id || randomUUID(), name: '', input: '' };
      calls.set(index, { id: call.id, name: call.name + name, input: call.input + input });
    }
  }

  return {
    read(line) {
      const data = /^data: ?(.*)$/.exec(line)?.[1]?.trim();
      if (data === undefined || data === '' || data === '[DONE]') return [];
      const chunk = JSON.parse(data) as CompletionChunk;
      const refusal = errorText(chunk);
      if (refusal !== undefined) throw new Error(refusal);
      if (chunk.usage) {
        const { prompt_tokens: inputTokens = 0, completion_tokens: outputTokens = 0 } = chunk.usage;
        usage = { type: 'usage', inputTokens, outputTokens };
      }
      const { delta: given, finish_reason: finished } = chunk.choices?.[0] ?? {};
      const delta: Delta = given ?? {};
      reason = finished ?? reason;
      collect(delta.tool_calls);
      const events: GenerationEvent[] = [];
      const thinking = streamedText(delta.reasoning_content) || streamedText(delta.reasoning);
      const content = streamedText(delta.content);
      if (thinking) events.push({ type: 'thinking', text: thinking });
      if (content) events.push({ type: 'text', text: content });
      return events;
    },
    end() {
      if (reason === undefined) return [];
      const called = [...calls.values()].map(
        ({ id, name, input }): GenerationEvent => ({
          type: 'tool-call',
          id,
          name,
          input: JSON.parse(input || '{}'),
        }),
      );
      const stopped = called.length > 0 ? 'tool-calls' : 'stop';
      return [
        ...called,
        ...(usage === undefined ? [] : [usage]),
        { type: 'finish', reason: reason === 'length' ? 'length' : stopped },
      ];
    },
  };
}
