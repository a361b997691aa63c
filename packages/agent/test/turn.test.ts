import { setTimeout } from 'node:timers/promises';
import type { GenerationRequest } from '@cubo/contracts';
import { expect, test, vi } from 'vitest';
import { createAgent, defineTool } from '../src/index.ts';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator, said, untilAborted } from './helpers/rounds-generator.ts';

const notice = 'The tenant must give notice three months before the end [1].';
const lookUp = calls(['search_knowledge_base', { query: 'notice period tenant lease' }]);

/** A history is valid if each call has its result, in order, right behind it. */
function assertValid({ messages }: GenerationRequest): void {
  const open: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') expect(open.shift()).toBe(message.call.id);
    else expect(open, 'calls without results').toEqual([]);
    if (message.role === 'assistant') open.push(...(message.toolCalls ?? []).map(({ id }) => id));
  }
  expect(open).toEqual([]);
}

test('a question that needs no tool is answered by one request', async () => {
  const generator = roundsGenerator(['Hello, what do you want to know?']);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation('a');
  const events = await collect(conversation.send('Hello'));
  expect(events.map(({ type }) => type)).toEqual(['start', 'text', 'memory', 'usage', 'finish']);
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  expect(events[0]).toMatchObject({ conversation: 'a', generator: 'rounds', turn: 0, scope: {} });
  expect(generator.requests).toHaveLength(1);
  expect(generator.requests[0]?.tools?.map(({ name }) => name)).toEqual([
    ...['search_knowledge_base', 'list_documents', 'read_document', 'analyze_document', 'compare_documents'],
    ...['calculator', 'current_time'],
  ]);
  expect(conversation.history()).toMatchObject([
    { number: 0, question: 'Hello', answer: 'Hello, what do you want to know?', finish: 'stop', calls: [] },
  ]);
});

test('the model searches, thinks and answers; passages come before the text, and sentences are checked', async () => {
  const thinking = { type: 'thinking' as const, text: 'I have to look it up.' };
  const generator = roundsGenerator([
    [thinking, ...lookUp],
    [{ type: 'thinking', text: 'There it is.' }, ...said(`${notice} The rent is 700 euros a month [1].`)],
  ]);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  const stream = conversation.send('Which notice period applies?');
  const events = await collect(stream);
  expect(ofType(events, 'thinking').map(({ text, round }) => [round, text])).toEqual([
    [0, 'I have to look it up.'],
    [1, 'There it is.'],
  ]);
  const [source] = ofType(events, 'source');
  expect(source).toMatchObject({ number: 1, label: expect.stringContaining('lease.md') });
  const order = events.map(({ type }) => type);
  expect(order.indexOf('thinking')).toBeLessThan(order.indexOf('tool-call'));
  expect(order.indexOf('source')).toBeLessThan(order.indexOf('tool-result'));
  expect(order.indexOf('tool-result')).toBeLessThan(order.indexOf('text'));
  expect(ofType(events, 'citation').map(({ support }) => support)).toEqual(['supported', 'unsupported']);
  const [citation] = ofType(events, 'citation')[0]?.citations ?? [];
  expect(citation).toMatchObject({
    number: 1,
    quote: 'The tenant must give notice three months before the end.',
    locator: { kind: 'heading', path: ['Lease', 'Notice'] },
  });
  expect(ofType(events, 'usage')).toMatchObject([{ inputTokens: 20, outputTokens: 10, requests: 2 }]);
  // One turn of thinking for each request, and no request whose answer is thrown away.
  expect(generator.requests).toHaveLength(2);
  for (const request of generator.requests) assertValid(request);
  const turn = await stream;
  expect(turn).toMatchObject({ finish: 'stop', calls: [{ name: 'search_knowledge_base', outcome: 'done' }] });
  expect(turn.thinking).toContain('There it is.');
  expect(turn.sources.map(({ number }) => number)).toContain(1);
});

test('several rounds go on from each other, and the same search is made once', async () => {
  const generator = roundsGenerator([
    lookUp,
    calls(['search_knowledge_base', { query: ' Notice  period tenant LEASE', limit: 3 }]),
    calls(['calculator', { expression: '950 * 3' }]),
    'It is 2850 euros.',
  ]);
  const { agent, cubo } = await openAgent(generator);
  const search = vi.fn(cubo.search);
  const counting = createAgent({ cubo: { ...cubo, search }, generator });
  const turn = await (await counting.conversation('a')).send('What are three rents?');
  expect(search).toHaveBeenCalledTimes(1);
  expect(turn.calls.map(({ content }) => content)[2]).toBe('950 * 3 = 2850');
  // Calls of different rounds that a server numbers alike are told apart.
  expect(turn.calls.map(({ id }) => id)).toEqual(['call-0', 'call-0-2', 'call-0-3']);
  await agent.close();
  assertValid(generator.requests.at(-1) as GenerationRequest);
});

test('tools that allow it run at once, others one after the other, and results keep the order of the calls', async () => {
  const log: string[] = [];
  const tool = (name: string, milliseconds: number, parallel: boolean) =>
    defineTool({
      ...{ name, description: name, parallel, inputSchema: { type: 'object' } },
      input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
      async execute() {
        log.push(`+${name}`);
        await setTimeout(milliseconds);
        log.push(`-${name}`);
        return name;
      },
    });
  const tools = [tool('slow', 40, true), tool('fast', 5, true), tool('alone', 5, false)];
  const generator = roundsGenerator([calls(['slow', {}], ['fast', {}], ['alone', {}], ['fast', {}]), 'Done.']);
  const { agent } = await openAgent(generator, { tools });
  const turn = await (await agent.conversation()).send('Go');
  expect(log).toEqual(['+slow', '+fast', '-fast', '-slow', '+alone', '-alone', '+fast', '-fast']);
  expect(turn.calls.map(({ content }) => content)).toEqual(['slow', 'fast', 'alone', 'fast']);
});

test('input that does not fit goes back once, then the tool is not offered any more', async () => {
  const bad = calls(['search_knowledge_base', { query: 7 }], ['nothing', {}]);
  const good = calls(['search_knowledge_base', { query: 'rent' }]);
  const generator = roundsGenerator([bad, bad, good, 'I give up.']);
  const { agent } = await openAgent(generator);
  const turn = await (await agent.conversation()).send('Search');
  expect(turn.calls.map(({ outcome }) => outcome)).toEqual(Array(5).fill('invalid'));
  expect(turn.calls[0]?.content).toContain('query: must be a text');
  expect(turn.calls[1]?.content).toBe('Error: There is no tool nothing.');
  expect(turn.calls[2]?.content).toContain('cannot be called again');
  const offered = generator.requests.map(({ tools = [] }) =>
    tools.some(({ name }) => name === 'search_knowledge_base'),
  );
  expect(offered).toEqual([true, true, false, false]);
});

test('a tool that fails or takes too long is told to the model, and the turn goes on', async () => {
  const schema = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } };
  const base = { description: 'x', input: schema, inputSchema: { type: 'object' } };
  let aborted = false;
  const tools = [
    defineTool({
      ...{ ...base, name: 'broken' },
      execute() {
        throw new Error('the printer is on fire');
      },
    }),
    defineTool({
      ...{ ...base, name: 'endless', timeoutMilliseconds: 20 },
      execute: (_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return new Promise(() => {});
      },
    }),
  ];
  const generator = roundsGenerator([calls(['broken', {}], ['endless', {}]), 'I could not.']);
  const { agent } = await openAgent(generator, { tools });
  const turn = await (await agent.conversation()).send('Print');
  expect(turn.calls).toMatchObject([
    { outcome: 'failed', content: 'Error: the printer is on fire' },
    { outcome: 'timeout', content: 'Error: endless took longer than 20 ms.' },
  ]);
  expect(aborted).toBe(true);
  expect(turn).toMatchObject({ finish: 'stop', answer: 'I could not.' });
});

test('after as many rounds as there may be, the model answers with what there is', async () => {
  const generator = roundsGenerator([
    (request) => (request.tools === undefined ? 'That is all.' : calls(['current_time', {}])),
  ]);
  const { agent } = await openAgent(generator, { maximumRounds: 3 });
  const events = await collect((await agent.conversation()).send('Loop'));
  expect(ofType(events, 'tool-result')).toHaveLength(3);
  expect(ofType(events, 'notice')).toMatchObject([{ notice: 'round-limit' }]);
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  expect(generator.requests.at(-1)?.messages[0]?.content).toContain('No more tools can be called');
});

test('a call that was not offered is not made', async () => {
  const { agent } = await openAgent(roundsGenerator([calls(['calculator', { expression: '1' }])]), {
    maximumRounds: 1,
  });
  const turn = await (await agent.conversation()).send('Loop');
  expect(turn.calls).toHaveLength(1);
  expect(turn).toMatchObject({ finish: 'empty', answer: '' });
});

const cancelled: readonly (readonly [name: string, rounds: Parameters<typeof roundsGenerator>[0], answer: string])[] = [
  ['thinking', [[{ type: 'thinking', text: 'Hm' }, untilAborted]], ''],
  ['text', [lookUp, [{ type: 'text', text: 'The tenant' }, untilAborted]], 'The tenant'],
  ['a tool', [calls(['calculator', { expression: '1' }], ['wait', {}])], ''],
  ['a generator that does not listen', [[{ type: 'text', text: 'The' }, () => new Promise(() => {})]], 'The'],
];

test.each(cancelled)('a turn that is cancelled in %s leaves a valid history', async (_, rounds, answer) => {
  const wait = defineTool({
    ...{ name: 'wait', description: 'Waits', inputSchema: { type: 'object' } },
    input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
    execute: (_input, { signal }) => untilAborted(signal),
  });
  const generator = roundsGenerator([...rounds, notice]);
  const { agent } = await openAgent(generator, { tools: [wait] });
  const conversation = await agent.conversation('a');
  const controller = new AbortController();
  const events = [];
  for await (const event of conversation.send('Which notice?', { signal: controller.signal })) {
    events.push(event);
    const isThere =
      event.type === 'text' || event.type === 'thinking' || (event.type === 'tool-call' && event.name === 'wait');
    if (isThere) setImmediate(() => controller.abort(new Error('enough')));
  }
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'cancelled' });
  expect(conversation.history()).toMatchObject([{ finish: 'cancelled', answer }]);
  for (const { id } of conversation.history()[0]?.calls ?? [])
    expect(ofType(events, 'tool-result').map((one) => one.id)).toContain(id);
  // The next turn goes on from it.
  const next = await conversation.send('And now?');
  expect(next.finish).toBe('stop');
  const last = generator.requests.at(-1) as GenerationRequest;
  assertValid(last);
  expect(last.messages.map(({ role }) => role).filter((role) => role !== 'system' && role !== 'tool')).toEqual(
    answer === 'The tenant' ? ['user', 'assistant', 'assistant', 'user'] : ['user', 'assistant', 'user'],
  );
});

test('a stream that breaks off, and one that fails, end the turn with an error and keep what was said', async () => {
  const failure = { type: 'error' as const, error: new Error('out of memory') };
  const rounds = [
    [{ type: 'text' as const, text: 'The tenant' }],
    'Fine.',
    [{ type: 'text' as const, text: 'The' }, failure],
  ];
  const { agent, cubo } = await openAgent(roundsGenerator(rounds));
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('One'));
  expect(ofType(events, 'error')).toMatchObject([
    { code: 'CUBO_GENERATOR_FAILED', remedy: expect.stringMatching(/./) },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'error' });
  expect((await conversation.send('Two')).finish).toBe('stop');
  const message = 'The generator rounds failed: out of memory.';
  const error = { code: 'CUBO_GENERATOR_FAILED', message, remedy: expect.stringMatching(/./) };
  expect(await conversation.send('Three')).toMatchObject({ finish: 'error', error });
  expect(conversation.history().map((turn) => turn.error?.code)).toEqual([error.code, undefined, error.code]);
  const elsewhere = await createAgent({ cubo, generator: roundsGenerator(['']) }).conversation(conversation.id);
  expect(ofType(await collect(elsewhere.events()), 'error')).toMatchObject([{ ...error, turn: 2 }]);
  expect(conversation.history().map(({ answer }) => answer)).toEqual(['The tenant', 'Fine.', 'The']);
});

test('an answer without a word, and one that is cut off, say so', async () => {
  const cut = [
    { type: 'text' as const, text: 'The' },
    { type: 'finish' as const, reason: 'length' as const },
  ];
  const { agent } = await openAgent(roundsGenerator(['', cut]));
  const conversation = await agent.conversation();
  expect(await conversation.send('One')).toMatchObject({ finish: 'empty', answer: '' });
  expect(await conversation.send('Two')).toMatchObject({ finish: 'length', answer: 'The' });
});

test('the first event comes at once, and the first text right after the generator gives it', async () => {
  const { agent } = await openAgent(roundsGenerator(['At once.']));
  const conversation = await agent.conversation();
  await conversation.send('Warm up');
  const began = performance.now();
  for await (const event of conversation.send('Now')) {
    if (event.type === 'start') expect(performance.now() - began).toBeLessThan(50);
    if (event.type === 'text') break;
  }
  expect(performance.now() - began).toBeLessThan(50);
  await conversation.stop();
});

test('what cannot be begun is thrown, and changes nothing', async () => {
  const { agent } = await openAgent(roundsGenerator([[untilAborted]]));
  const conversation = await agent.conversation('a');
  const refused = (code: string) => expect.objectContaining({ code });
  await expect(conversation.send(' ')).rejects.toEqual(refused('CUBO_BAD_ARGUMENT'));
  await expect(conversation.send('x', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  await expect(conversation.regenerate()).rejects.toEqual(refused('CUBO_BAD_ARGUMENT'));
  await expect(conversation.edit(0, 'x')).rejects.toEqual(refused('CUBO_BAD_ARGUMENT'));
  expect(() => conversation.send('x', { sinal: 1 } as never)).toThrow(refused('CUBO_BAD_ARGUMENT'));
  const running = conversation.send('Go');
  const events = running[Symbol.asyncIterator]();
  await events.next();
  await expect(conversation.send('And')).rejects.toEqual(refused('CUBO_CONVERSATION_BUSY'));
  expect(() => conversation.rewind(0)).toThrow(refused('CUBO_CONVERSATION_BUSY'));
  await conversation.stop();
  expect((await running).finish).toBe('cancelled');
  conversation.rewind(0);
  await agent.conversations().delete('a');
  await expect(conversation.send('x')).rejects.toEqual(refused('CUBO_CONVERSATION_NOT_FOUND'));
});
