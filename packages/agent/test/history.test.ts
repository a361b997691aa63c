import { expect, test, vi } from 'vitest';
import { type AgentEvent, createAgent, defineTool, toNdjson } from '../src/index.ts';
import { collect, leases, ofType, openAgent, openCubo } from './helpers/open-agent.ts';
import { calls, roundsGenerator, said, untilAborted } from './helpers/rounds-generator.ts';

const lookUp = calls(['search_knowledge_base', { query: 'notice tenant lease', limit: 2 }]);
const twoRounds = [lookUp, 'The tenant must give notice three months before the end [1].'];
const questions = (turns: readonly { readonly question: string }[]) => turns.map(({ question }) => question);

test('rewind keeps exactly so many turns, tools or not, and a restart gives the same state', async () => {
  const generator = roundsGenerator([...twoRounds, 'Hello.', ...twoRounds, 'Fine.']);
  const { agent, cubo, directory } = await openAgent(generator);
  const conversation = await agent.conversation('a', { scope: { categories: ['contracts'] } });
  for (const text of ['one', 'two', 'three', 'four']) await conversation.send(text);
  conversation.rewind(3);
  expect(questions(conversation.history())).toEqual(['one', 'two', 'three']);
  expect(() => conversation.rewind(4)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
  const before = conversation.history();
  await agent.close();
  await cubo.close();

  const again = await openCubo(directory);
  const next = roundsGenerator(['Again.']);
  const reopened = await createAgent({ cubo: again, generator: next }).conversation('a');
  expect(reopened.history()).toEqual(before);
  await reopened.send('five');
  // What the model is given after the restart is what it was given before, and the scope still binds.
  const roles = next.requests[0]?.messages.map(({ role }) => role);
  expect(roles).toEqual([
    ...['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant'],
    ...['user', 'assistant', 'tool', 'assistant', 'user'],
  ]);
  expect(reopened.history()[3]?.scope).toEqual({ metadata: { category: ['contracts'] } });
});

test('edit and regenerate take the place of a turn, with its attachments and scope', async () => {
  const generator = roundsGenerator(['one', 'two', 'three', 'edited', 'again']);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  const image = { name: 'plan.png', bytes: new Uint8Array([137, 80, 78, 71]) };
  const scope = { categories: ['letters'] };
  await conversation.send('a');
  await conversation.send('b', { attachments: [image], scope });
  await conversation.send('c');
  const edited = await conversation.edit(1, 'B');
  expect(edited).toMatchObject({
    number: 1,
    question: 'B',
    answer: 'edited',
    scope: { metadata: { category: ['letters'] } },
  });
  expect(edited.attachments).toEqual([{ name: 'plan.png', mediaType: 'image/png', bytes: 4 }]);
  expect(generator.requests[3]?.messages.at(-1)).toMatchObject({
    images: [{ mediaType: 'image/png', bytes: image.bytes }],
  });
  expect(questions(conversation.history())).toEqual(['a', 'B']);
  const again = await conversation.regenerate();
  expect(again).toMatchObject({ question: 'B', answer: 'again', attachments: [{ name: 'plan.png' }] });
  expect(generator.requests[4]?.messages).toEqual(generator.requests[3]?.messages);
});

test('a branch begins with the turns of another conversation, and both go on alone', async () => {
  const { agent } = await openAgent(roundsGenerator(['answer']));
  const conversation = await agent.conversation('a', { scope: { categories: ['contracts'] } });
  for (const text of ['one', 'two', 'three']) await conversation.send(text);
  const branch = conversation.branch({ turns: 2, id: 'b' });
  await branch.send('other');
  expect(questions(branch.history())).toEqual(['one', 'two', 'other']);
  expect(questions(conversation.history())).toEqual(['one', 'two', 'three']);
  const [line] = agent.conversations().list();
  expect(line).toMatchObject({
    id: 'b',
    title: 'one',
    turns: 3,
    branchedFrom: 'a',
    scope: { metadata: { category: ['contracts'] } },
  });
});

test('the list, the search, the exports and the deletion of conversations', async () => {
  const { agent } = await openAgent(roundsGenerator([...twoRounds, 'Hello.']));
  const conversation = await agent.conversation('a');
  await conversation.send('Which notice period applies to my lease?');
  await (await agent.conversation('b', { title: 'Small talk' })).send('Hello');
  const conversations = agent.conversations();
  expect(conversations.list().map(({ id, title, turns }) => [id, title, turns])).toEqual([
    ['b', 'Small talk', 1],
    ['a', 'Which notice period applies to my lease?', 1],
  ]);
  expect(conversations.list({ limit: 1 })).toHaveLength(1);
  expect(conversations.search('months notice')).toMatchObject([{ conversation: 'a', turn: 0, kind: 'text' }]);
  const exported = conversations.export('a', 'json');
  expect(JSON.parse(JSON.stringify(exported)).history[0]).toMatchObject({
    finish: 'stop',
    calls: [{ outcome: 'done' }],
  });
  expect(conversations.export('a', 'markdown')).toMatch(
    /^# Which notice.*\n\n\S+Z\n\n## 1\. Question\n\n> Which notice.*\n\n### Answer\n\nThe tenant.*\[1\]\.\n\n- \[1\] lease\.md, Lease › Notice: “The tenant must give notice three months before the end\.”\n$/,
  );
  expect(await conversations.delete('a')).toBe(true);
  expect(await conversations.delete('a')).toBe(false);
  expect(conversations.search('notice')).toEqual([]);
  expect(() => conversations.export('a', 'json')).toThrow(
    expect.objectContaining({ code: 'CUBO_CONVERSATION_NOT_FOUND' }),
  );
});

test('a conversation that is deleted while it is answered stops, and stays gone', async () => {
  const { agent } = await openAgent(roundsGenerator([[{ type: 'text', text: 'The' }, untilAborted]]));
  const conversation = await agent.conversation('a');
  const events: AgentEvent[] = [];
  for await (const event of conversation.send('Go')) {
    events.push(event);
    if (event.type === 'text') void agent.conversations().delete('a');
  }
  expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'cancelled' });
  expect(agent.conversations().list()).toEqual([]);
});

test('a reader that was dropped goes on behind the last event it saw, while the turn runs and after', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const text = (piece: string) => ({ type: 'text' as const, text: piece });
  const generator = roundsGenerator([
    [text('one '), text('two '), () => gate, text('three'), { type: 'finish', reason: 'stop' }],
  ]);
  const { agent, cubo } = await openAgent(generator);
  const conversation = await agent.conversation('a');
  const seen: AgentEvent[] = [];
  for await (const event of conversation.send('Count')) {
    seen.push(event);
    if (event.type === 'text' && event.text === 'two ') break;
  }
  const rest = collect((await agent.conversation('a')).events({ after: seen.at(-1)?.sequence ?? 0 }));
  go();
  const all = [...seen, ...(await rest)];
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, i) => i + 1));
  expect(ofType(all, 'text').map((event) => event.text)).toEqual(['one ', 'two ', 'three']);
  expect(await collect(conversation.events({ after: all.length - 1 }))).toEqual(all.slice(-1));
  // Another process knows what is stored: it tells all of it, from the beginning.
  const elsewhere = await createAgent({ cubo, generator }).conversation('a');
  const told = await collect(elsewhere.events({ after: 5 }));
  expect(told.map(({ type }) => type)).toEqual(['start', 'text', 'memory', 'usage', 'finish']);
  expect(ofType(told, 'text')[0]?.text).toBe('one two three');
});

test('events are lines of JSON', async () => {
  const { agent } = await openAgent(roundsGenerator(twoRounds));
  const lines: string[] = [];
  for await (const line of toNdjson((await agent.conversation()).send('Notice?'))) lines.push(line);
  expect(lines.every((line) => line.endsWith('\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line).sequence)).toEqual(lines.map((_, i) => i + 1));
});

test('the budget counts all there is, and the oldest whole turns leave first', async () => {
  const files = { ...leases, 'long.md': `# Long\n\n${'The notice of the tenant is long and wide. '.repeat(60)}` };
  const generator = roundsGenerator([(request) => (request.messages.at(-1)?.role === 'tool' ? 'Seen.' : lookUp)], {
    contextWindow: 4400,
  });
  const { agent } = await openAgent(generator, { files });
  const conversation = await agent.conversation();
  for (let i = 0; i < 10; i++) await conversation.send(`Question ${i} of the tenant about the notice period`);
  const turns = conversation.history();
  for (const { memory } of turns) expect(memory?.usedTokens).toBeLessThanOrEqual(memory?.budgetTokens ?? 0);
  expect(turns[0]?.memory).toMatchObject({ budgetTokens: 4400 - 1024, turnsLeftOut: 0 });
  const last = turns[9]?.memory;
  expect(last?.turnsLeftOut).toBeGreaterThan(0);
  expect((last?.turnsKept ?? 0) + (last?.turnsLeftOut ?? 0)).toBe(9);
  const messages = generator.requests.at(-1)?.messages ?? [];
  expect(messages[1]).toMatchObject({ role: 'user', content: expect.stringMatching(/^Question \d/) });
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength((last?.turnsKept ?? 0) + 1);
});

test('of a long conversation as much is read as a prompt can hold, and no number of a passage is given twice', async () => {
  const find = (query: string) => calls(['search_knowledge_base', { query, limit: 2 }]);
  const long = Array(20).fill('Well.');
  const generator = roundsGenerator([find('notice tenant'), 'See [1].', ...long, find('boiler cellar'), 'Fine.'], {
    contextWindow: 4096,
  });
  const { agent, cubo } = await openAgent(generator);
  const conversation = await agent.conversation('a');
  const first = await conversation.send('Notice?');
  for (const text of long) await conversation.send(`${text} ${'word '.repeat(200)}`);
  const read = vi.spyOn(cubo.conversations, 'parts');
  const last = await conversation.send('And the boiler?');
  expect(read.mock.calls[0]?.[1]?.fromTurn).toBe(21 - 16);
  const earlier = first.sources.map(({ number }) => number);
  const later = last.sources.filter(({ text }) => text.includes('boiler')).map(({ number }) => number);
  expect(Math.min(...later)).toBeGreaterThan(Math.max(...earlier));
  const { turnsKept = 0, turnsLeftOut = 0 } = last.memory ?? {};
  expect(turnsKept).toBeGreaterThan(0);
  expect(turnsKept + turnsLeftOut).toBe(21);
});

test('an image counts, and a message that has no room at all is refused by the turn', async () => {
  const generator = roundsGenerator(['Seen.'], { contextWindow: 4600 });
  const { agent } = await openAgent(generator);
  const image = { name: 'a.png', bytes: new Uint8Array(10) };
  const conversation = await agent.conversation();
  const plain = await conversation.send('Look');
  const withImage = await conversation.regenerate(0, { attachments: [image] });
  expect((withImage.memory?.usedTokens ?? 0) - (plain.memory?.usedTokens ?? 0)).toBe(1024);
  const events = await collect(conversation.send('word '.repeat(4000)));
  expect(ofType(events, 'error')).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
});

test('turns that leave are summarized where that is wanted, once', async () => {
  const asksForSummary = 'Summarize this conversation';
  const generator = roundsGenerator(
    [
      ({ messages }) =>
        messages[0]?.content.startsWith(asksForSummary) ? 'They spoke of numbers.' : 'word '.repeat(150),
    ],
    { contextWindow: 3600, capabilities: { tools: false } },
  );
  const { agent } = await openAgent(generator, { memory: { summarize: true } });
  const conversation = await agent.conversation();
  for (let i = 0; i < 12; i++) await conversation.send('tenant notice rent month euros garage period?');
  const summaries = generator.requests.filter(({ messages }) => messages[0]?.content.startsWith(asksForSummary));
  const { memory } = conversation.history().at(-1) ?? {};
  expect(memory).toMatchObject({ isSummarized: true });
  expect(summaries.length).toBeGreaterThan(0);
  expect(summaries.length).toBeLessThanOrEqual(memory?.turnsLeftOut ?? 0);
  expect(generator.requests.at(-1)?.messages[0]?.content).toContain('They spoke of numbers.');
  // Turns that are summarized and removed are forgotten.
  conversation.rewind(1);
  await conversation.send('tenant notice?');
  expect(generator.requests.at(-1)?.messages[0]?.content).not.toContain('They spoke of numbers.');
});

test('what was quoted from an erased document is gone from the history, and calls keep their results', async () => {
  const generator = roundsGenerator([...twoRounds, 'Fine.']);
  const { agent, cubo, documents } = await openAgent(generator, {
    files: { 'lease.md': leases['contracts/lease.md'] as string },
  });
  const conversation = await agent.conversation('a');
  await conversation.send('Notice?');
  const receipt = await cubo.erase(`${documents}/lease.md`);
  expect(receipt.conversations.conversations).toEqual(['a']);
  await conversation.send('And?');
  const [, , assistant, tool] = generator.requests.at(-1)?.messages ?? [];
  expect(assistant).toMatchObject({ role: 'assistant', toolCalls: [{ id: 'call-0' }] });
  expect(tool).toMatchObject({ role: 'tool', call: { id: 'call-0' }, content: expect.stringContaining('erased') });
  expect(conversation.history()[0]).toMatchObject({
    sources: [],
    sentences: [{ support: 'supported', citations: [] }],
  });
});

test('a document that is erased while a turn runs leaves nothing of it in calls and events either', async () => {
  const tool = defineTool({
    ...{ name: 'finder', description: 'Finds', inputSchema: { type: 'object' } },
    input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
    execute: async (_input, { library }) => (await library.search('notice'))[0]?.text,
  });
  const wanted = [
    ['search_knowledge_base', { query: 'tenant notice' }],
    ['analyze_document', { document: 'lease' }],
    ['list_documents', {}],
    ['finder', {}],
    ['calculator', { expression: '1 + 1' }],
  ] as const;
  const erased = Promise.withResolvers<void>();
  const generator = roundsGenerator([
    calls(...wanted),
    'The tenant lives in 5 Canal Street.',
    [() => erased.promise, ...said('Fine [1].')],
  ]);
  const { agent, cubo, documents } = await openAgent(generator, {
    files: { 'lease.md': leases['contracts/lease.md'] as string, 'other.md': 'Something else.' },
    tools: [tool],
  });
  const conversation = await agent.conversation('a');
  const running = conversation.send('Notice?');
  for await (const event of running) {
    if (event.type !== 'tool-result' || event.name !== 'calculator') continue;
    await cubo.erase(`${documents}/lease.md`);
    erased.resolve();
  }
  const turn = await running;
  expect(turn.calls.map(({ content }) => content)).toEqual([
    ...Array(4).fill('What stood here was erased from the library.'),
    '1 + 1 = 2',
  ]);
  expect(turn.sources).toEqual([]);
  expect(JSON.stringify(await collect(conversation.events()))).not.toMatch(/Canal Street|lease\.md|three months/);
});

test('an id that is not known begins a conversation, unless it is only asked for', async () => {
  const { agent } = await openAgent(roundsGenerator(['Fine.']));
  const ask = { create: false } as const;
  await expect(agent.conversation('a', ask)).rejects.toMatchObject({ code: 'CUBO_CONVERSATION_NOT_FOUND' });
  await expect(agent.conversation(undefined, ask)).rejects.toMatchObject({ code: 'CUBO_CONVERSATION_NOT_FOUND' });
  await expect(agent.conversation('a', { create: 'no' as never })).rejects.toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  expect(agent.conversations().list()).toEqual([]);
  await (await agent.conversation('a')).send('How are you?');
  expect((await agent.conversation('a', { ...ask, title: 'Health' })).history()).toHaveLength(1);
  expect(agent.conversations().list()).toMatchObject([{ id: 'a', title: 'Health' }]);
});
