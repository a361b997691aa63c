import { CuboError, type GenerationRequest, type Generator, type ToolCall, untilAborted } from '@cubo/contracts';
import { textTokens } from '@cubo/core';
import type { TurnEvent } from '../events/agent-event.ts';

/** What a model has said in a round so far. */
export interface SpokenRound {
  thinking: string;
  text: string;
  readonly calls: ToolCall[];
  /** Calls that were not taken, for want of room for them and their results. */
  callsLeftOut: number;
  finish: 'stop' | 'length' | 'tool-calls' | undefined;
}

/** Tokens as models count them. */
export interface CountedUsage {
  inputTokens: number;
  outputTokens: number;
  requests: number;
}

/** A round in which nothing was said yet. */
export function silentRound(): SpokenRound {
  return { thinking: '', text: '', calls: [], callsLeftOut: 0, finish: undefined };
}

/** A call needs so much room at least for what it gives. */
export const fewestResultTokens = 200;

/**
 * Asks a generator once, and tells what it says as it comes. What has come by then is in `spoken` also when it fails.
 *
 * @throws what the generator throws, and `CUBO_GENERATOR_FAILED` where its stream ends without an end
 */
export async function streamRound(
  generator: Generator,
  request: GenerationRequest,
  options: {
    readonly spoken: SpokenRound;
    readonly usage: CountedUsage;
    readonly round: number;
    /** Tokens that there is room for, of calls and their results. */
    readonly roomTokens: number;
    /** Ids of calls that were made in this turn. */
    readonly ids: Set<string>;
    emit(event: TurnEvent): void;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { spoken, usage, round, ids, emit, signal } = options;
  let { roomTokens } = options;
  usage.requests++;
  for await (const event of untilAborted(generator.generate(wellFormed(request), { signal }), signal)) {
    switch (event.type) {
      case 'thinking':
        spoken.thinking += event.text;
        emit({ type: 'thinking', text: event.text, round });
        break;
      case 'text':
        if (event.text === '') break;
        spoken.text += event.text;
        emit({ type: 'text', text: event.text, round });
        break;
      case 'tool-call': {
        // What was not offered is not called.
        if (request.tools === undefined) break;
        const { name, input = {} } = event;
        const tokens = textTokens(JSON.stringify({ name, input })) + fewestResultTokens;
        if (tokens > roomTokens) {
          spoken.callsLeftOut++;
          break;
        }
        roomTokens -= tokens;
        const id = freeId(event.id, ids);
        spoken.calls.push({ id, name, input });
        emit({ type: 'tool-call', id, name, input, round });
        break;
      }
      case 'usage':
        usage.inputTokens += event.inputTokens;
        usage.outputTokens += event.outputTokens;
        break;
      case 'finish':
        spoken.finish = event.reason;
        break;
      case 'error':
        throw event.error;
    }
  }
  if (spoken.finish === undefined) throw brokenOff(generator);
}

/** Model servers refuse JSON with half of a pair of surrogates, as stands where a text was cut, or was never whole. */
function wellFormed(request: GenerationRequest): GenerationRequest {
  const messages = request.messages.map((message) => ({ ...message, content: message.content.toWellFormed() }));
  return { ...request, question: request.question.toWellFormed(), messages };
}

/** Some servers begin to count anew with each answer. */
function freeId(id: string, ids: Set<string>): string {
  let free = id === '' ? 'call' : id;
  for (let again = 2; ids.has(free); again++) free = `${id}-${again}`;
  ids.add(free);
  return free;
}

function brokenOff({ id }: Generator): CuboError {
  return new CuboError({
    code: 'CUBO_GENERATOR_FAILED',
    message: `The answer of the generator ${id} broke off.`,
    remedy: 'Check that its model is running, then ask again.',
  });
}
