import type { GenerationEvent, GenerationRequest, Generator } from '@cubo/contracts';

const text = 'When must notice be given?';

/** A request that asks one question. */
export const question: GenerationRequest = {
  question: text,
  passages: [],
  messages: [{ role: 'user', content: text }],
};

/** All events of an answer. */
export async function ask(
  generator: Generator,
  request: Partial<GenerationRequest> = {},
  signal?: AbortSignal,
): Promise<GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of generator.generate({ ...question, ...request }, { signal })) events.push(event);
  return events;
}

/** What was said. */
export function textOf(events: readonly GenerationEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** The error with which an answer ended, alone. */
export function errorOf(events: readonly GenerationEvent[]): unknown {
  const ends = events.filter(({ type }) => type === 'error' || type === 'finish');
  return ends.length === 1 && ends[0]?.type === 'error' && events.at(-1) === ends[0] ? ends[0].error : undefined;
}

/** A tool, and a conversation in which it was called. */
export const search = {
  name: 'search',
  description: 'Finds passages.',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
};
export const conversation: GenerationRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Look.', images: [{ mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }] },
  { role: 'assistant', content: '', toolCalls: [{ id: 'call-1', name: 'search', input: { query: 'notice' } }] },
  { role: 'tool', content: 'Three months.', call: { id: 'call-1', name: 'search' } },
];
