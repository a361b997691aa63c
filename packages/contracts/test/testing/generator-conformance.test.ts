import type { GenerationEvent, GenerationRequest, Generator } from '@cubo/contracts';
import { generatorConformance, type Script, scriptedGenerator } from '@cubo/contracts/testing';
import { describe } from 'vitest';
import { catches, mutant, passes } from './mutants.ts';

const suite = (create: () => Generator) => generatorConformance({ create });

const finish: GenerationEvent = { type: 'finish', reason: 'stop' };
const failure: GenerationEvent = { type: 'error', error: new Error('no model') };
const text: GenerationEvent = { type: 'text', text: 'Three months [1].' };

const good = () => scriptedGenerator({ script: 'Three months [1].' });
const saying =
  (...script: GenerationEvent[]) =>
  () =>
    scriptedGenerator({ script });

/** A model that calls a tool, thinks, and counts its tokens. */
const talkative = saying(
  { type: 'thinking', text: 'Let me see.' },
  { type: 'tool-call', id: '1', name: 'search', input: { query: 'notice' } },
  { type: 'usage', inputTokens: 12, outputTokens: 3 },
  { type: 'finish', reason: 'tool-calls' },
);

const capable = { tools: true, images: true, thinking: true, jsonSchema: true };

/** A model that does what it is asked for. */
const able = (script: (request: GenerationRequest) => Script) => () =>
  scriptedGenerator({ capabilities: capable, script });
const call = (name: string, input: unknown): GenerationEvent[] => [
  { type: 'tool-call', id: '1', name, input },
  { type: 'finish', reason: 'tool-calls' },
];
const obedient = able(({ tools, responseSchema }) => {
  if (responseSchema !== undefined) return '{"answer":"Three months [1]."}';
  return tools === undefined ? 'Three months [1].' : call('search', { query: 'notice' });
});
const answering = (events: GenerationEvent[]) =>
  able(({ tools, responseSchema }) =>
    tools === undefined && responseSchema === undefined ? 'Three months [1].' : events,
  );
const blind = able(({ messages }) =>
  messages.some((message) => message.role === 'user' && message.images !== undefined) ? [failure] : 'Three months [1].',
);

const tools = 'calls tools that it was given, and goes on from what they gave';
const toolCalls = 'finishes with tool-calls if it called a tool, and only then';
const ends = 'ends with exactly one finish or error';
const events = 'yields well-formed events';

describe('generatorConformance', () => {
  passes(suite(good));
  passes(suite(talkative).map(({ name, run }) => ({ name: `a model with tools: ${name}`, run })));
  passes(suite(obedient).map(({ name, run }) => ({ name: `a model that can do everything: ${name}`, run })));
  catches(
    suite(good),
    (
      [
        ['an empty id', 'describes itself', () => mutant(good(), { id: '' })],
        ['no context window', 'describes itself', () => mutant(good(), { contextWindow: 0 })],
        ['capabilities left out', 'describes itself', () => mutant(good(), { capabilities: {} as never })],
        ['no end', ends, saying(text)],
        ['two ends', ends, saying(text, finish, failure)],
        ['text after the end', ends, saying(finish, text)],
        ['text that is none', events, saying({ type: 'text', text: 3 as never }, finish)],
        ['an unknown event', events, saying({ type: 'noise' } as never, finish)],
        ['an unknown reason', events, saying(text, { type: 'finish', reason: 'bored' as 'stop' })],
        ['tokens that are no number', events, saying({ type: 'usage', inputTokens: -1, outputTokens: 0 }, finish)],
        ['a tool call without a name', events, saying({ type: 'tool-call', id: '1', name: '', input: {} }, finish)],
        ['an error that is a string', events, saying({ type: 'error', error: 'no model' as never })],
        [
          'a tool call that ends with stop',
          toolCalls,
          saying({ type: 'tool-call', id: '1', name: 'a', input: {} }, finish),
        ],
        ['tool calls that are none', toolCalls, saying(text, { type: 'finish', reason: 'tool-calls' })],
        ['two tool calls of one id', toolCalls, saying(...call('a', {}).slice(0, 1), ...call('b', {}))],
        ['a tool of its own', tools, answering(call('browse', {}))],
        ['a tool call without input', tools, answering(call('search', undefined))],
        ['a failure after tools', tools, answering([failure])],
        ['prose instead of JSON', 'answers by a schema', answering([text, finish])],
        ['JSON of another kind', 'answers by a schema', answering([{ type: 'text', text: '[]' }, finish])],
        ['a failure before an image', 'is shown an image', blind],
        [
          'a flood of words',
          'keeps to the most tokens it may answer with',
          saying(text, { type: 'usage', inputTokens: 1, outputTokens: 99 }, finish),
        ],
        ['silence', 'answers a question with passages', saying(finish)],
        ['a failure', 'answers a question with passages', saying(text, failure)],
        ['one question at a time', 'answers questions at the same time', exclusive],
        ['a lock that is kept', 'can be left early and asked again', locking],
        ['a signal that is not heard', 'honours an aborted signal', deaf],
        ['no way back from unload()', 'answers again after unload()', unloading],
      ] as const
    ).map(([name, caughtBy, create]) => ({ name, caughtBy, checks: suite(create) })),
  );
});

function exclusive(): Generator {
  let busy = false;
  return mutant(good(), {
    async *generate() {
      if (busy) {
        yield failure;
        return;
      }
      busy = true;
      await new Promise((resolve) => setImmediate(resolve));
      yield* [text, finish];
      busy = false;
    },
  });
}

function locking(): Generator {
  let busy = false;
  return mutant(good(), {
    async *generate() {
      if (busy) throw new Error('busy');
      busy = true;
      yield* [text, finish];
      busy = false;
    },
  });
}

function deaf(): Generator {
  const base = good();
  return mutant(base, { generate: (request) => base.generate(request) });
}

function unloading(): Generator {
  const base = good();
  let loaded = true;
  return mutant(base, {
    unload: async () => {
      loaded = false;
    },
    async *generate(request) {
      yield* loaded ? base.generate(request) : [failure];
    },
  });
}
