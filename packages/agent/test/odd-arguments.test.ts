import { expect, test } from 'vitest';
import { createAgent, defineTool } from '../src/index.ts';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator, untilAborted } from './helpers/rounds-generator.ts';

const refused = { code: 'CUBO_BAD_ARGUMENT' };

test('a conversation has any id that is a text, and each its own', async () => {
  const { agent } = await openAgent(roundsGenerator(['Fine.']));
  const ids = ['../../x', "'; DROP TABLE conversations", 'a\0b', ' ', '__proto__', 'é', 'e\u0301', 'x'.repeat(100_000)];
  for (const id of ids) await (await agent.conversation(id)).send(`I am ${id.slice(0, 40)}`);
  for (const id of ids) {
    expect((await agent.conversation(id)).history().map(({ question }) => question)).toEqual([
      `I am ${id.slice(0, 40)}`,
    ]);
  }
  const listed = agent.conversations().list();
  expect(new Set(listed.map(({ id }) => id))).toEqual(new Set(ids));
  const branch = (await agent.conversation('é')).branch();
  for (const id of ['\ud800', '', 5 as never]) {
    await expect(agent.conversation(id)).rejects.toMatchObject(refused);
    expect(() => branch.branch({ id })).toThrow(expect.objectContaining(refused));
  }
  expect(() => branch.branch({ id: 'é' })).toThrow('There is a conversation é already.');
});

test('arguments that make no sense are refused by what is wrong with them, and change nothing', async () => {
  const { agent } = await openAgent(roundsGenerator(['Fine.']));
  const conversation = await agent.conversation('a');
  await conversation.send('Hello');
  const sent: readonly (readonly [object, RegExp])[] = [
    [{ signal: 5 }, /signal is no AbortSignal/],
    [{ attachments: {} }, /attachments are no list/],
    [{ attachments: [null] }, /no name of its own/],
    [{ attachments: [{ name: 'a', bytes: new Uint8Array(1), mediaType: 5 }] }, /media type of the attachment a/],
  ];
  for (const [options, message] of sent) {
    const error = expect.objectContaining({ ...refused, message: expect.stringMatching(message) });
    await expect(conversation.send('x', options)).rejects.toEqual(error);
  }
  await expect(agent.conversation('a', { title: 5 as never })).rejects.toMatchObject(refused);
  for (const position of [{ after: Number.NaN }, { after: -1 }, { turn: 1 }, { afer: 1 }]) {
    await expect(collect(conversation.events(position))).rejects.toMatchObject(refused);
  }
  const conversations = agent.conversations();
  const wrong = [
    () => conversations.export('a', 'pdf' as never),
    () => conversations.search(5 as never),
    () => conversations.search('x', { limit: -1 }),
    () => conversations.list({ limit: 'x' as never }),
    () => conversations.list({ limt: 5 } as never),
  ];
  for (const call of wrong) expect(call).toThrow(expect.objectContaining(refused));
  await expect(conversations.delete(5 as never)).rejects.toMatchObject(refused);
  expect(conversation.history()).toHaveLength(1);
});

test('another agent on the same conversation is heard of: its turns are read, its deletions are told', async () => {
  const { agent, cubo } = await openAgent(roundsGenerator(['Mine.', [untilAborted]]), { clock: { now: () => 1 } });
  const other = createAgent({ cubo, generator: roundsGenerator(['Theirs.']), clock: { now: () => 2 } });
  const conversation = await agent.conversation('a');
  await conversation.send('Hello');
  await (await other.conversation('a')).edit(0, 'Hello again');
  expect(ofType(await collect(conversation.events()), 'text').map(({ text }) => text)).toEqual(['Theirs.']);

  const running = conversation.send('And now?');
  const events = running[Symbol.asyncIterator]();
  await events.next();
  await other.conversations().delete('a');
  const whole = expect(running).rejects.toMatchObject({ code: 'CUBO_CONVERSATION_NOT_FOUND' });
  await conversation.stop();
  await whole;
});

test('half of a pair of surrogates reaches no model, wherever it comes from', async () => {
  const generator = roundsGenerator([calls(['half', {}]), 'Half \ud83d.', 'Fine.']);
  const half = defineTool({
    ...{ name: 'half', description: 'Gives half', inputSchema: { type: 'object' } },
    input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
    execute: () => 'Half \ud83d',
  });
  const { agent } = await openAgent(generator, { tools: [half] });
  const conversation = await agent.conversation('a');
  await conversation.send(`\udc00${'x'.repeat(58)}\u{1f600}\nand more`);
  await conversation.send('And?');
  const contents = generator.requests.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(contents.filter((content) => content.includes('Half'))).toHaveLength(3);
  expect(contents.every((content) => content.isWellFormed())).toBe(true);
  expect(agent.conversations().list()[0]?.title).toBe(`\ufffd${'x'.repeat(58)}\u{1f600}`);
});
