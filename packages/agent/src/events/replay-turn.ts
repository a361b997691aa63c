import type { StoredTurn } from '../conversation/stored-turn.ts';
import { sourcesOf } from '../conversation/turn.ts';
import type { AgentEvent, TurnEvent } from './agent-event.ts';

/** The events of a stored turn, each text as a whole. */
export function replayTurn(conversation: string, turn: StoredTurn): AgentEvent[] {
  const { number, generator, prompts, scope, rounds, sentences, notices, memory, usage, error, finish } = turn;
  const events: TurnEvent[] = [{ type: 'start', conversation, generator, prompts, scope }];
  for (const source of sourcesOf({ ...turn, rounds: [] })) events.push({ type: 'source', ...source });
  for (const [round, { thinking, text, calls }] of rounds.entries()) {
    if (thinking !== '') events.push({ type: 'thinking', text: thinking, round });
    if (text !== '') events.push({ type: 'text', text, round });
    for (const { id, name, input } of calls) events.push({ type: 'tool-call', id, name, input, round });
    for (const { passages, input: _, quotes: __, ...result } of calls) {
      for (const { kind: ___, heading: ____, context: _____, ...source } of passages)
        events.push({ type: 'source', ...source });
      events.push({ type: 'tool-result', ...result, round });
    }
  }
  for (const sentence of sentences) events.push({ type: 'citation', ...sentence });
  for (const notice of notices) events.push({ type: 'notice', ...notice });
  if (error !== undefined) events.push({ type: 'error', ...error });
  if (memory !== undefined) events.push({ type: 'memory', ...memory });
  if (usage !== undefined) events.push({ type: 'usage', ...usage });
  events.push({ type: 'finish', reason: finish ?? 'cancelled' });
  return events.map((event, index) => ({ ...event, turn: number, sequence: index + 1 }));
}
