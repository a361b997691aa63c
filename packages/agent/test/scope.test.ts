import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Scope } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { aiSdkTools } from '../src/ai-sdk.ts';
import { createAgent, defineTool, scopedLibrary, turnScope } from '../src/index.ts';
import { narrowScope } from '../src/scope/narrow-scope.ts';
import { openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';

const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) } };

/** A label whose name means something to JavaScript. */
const proto: Scope = JSON.parse('{"metadata":{"year":1,"__proto__":"x"}}');

test.each<[wider: Scope, narrower: Scope, expected: Scope | 'refused']>([
  [{}, { sources: ['/a'] }, { sources: ['/a'] }],
  [{ sources: ['/a'] }, {}, { sources: ['/a'] }],
  [{ sources: ['/a/'] }, { sources: ['/a/b.txt'] }, { sources: ['/a/b.txt'] }],
  [{ sources: ['/a'] }, { sources: ['/ab'] }, 'refused'],
  [{ sources: ['/a'] }, { sources: ['/a/../b'] }, 'refused'],
  [{ sources: ['/a'] }, { sources: ['/a/b', '/c'] }, 'refused'],
  [{ sources: ['/a'] }, { sources: ['/'] }, 'refused'],
  [{ sources: ['/a/b.txt'] }, { sources: ['/a'] }, 'refused'],
  [
    { sources: ['mail:inbox'] },
    { sources: ['mail:inbox/42'] },
    { sources: ['mail:inbox/42', join(process.cwd(), 'mail:inbox/42')] },
  ],
  [{ sources: ['mail:inbox'] }, { sources: ['mail:outbox'] }, 'refused'],
  [{ sources: [] }, { sources: ['/a'] }, 'refused'],
  [{ sources: ['/a'] }, { sources: [] }, { sources: [] }],
  [{ metadata: { category: ['a', 'b'] } }, { metadata: { category: 'a' } }, { metadata: { category: 'a' } }],
  [{ metadata: { category: 'a' } }, { metadata: { category: ['a', 'b'] } }, 'refused'],
  [{ metadata: { category: 'a' } }, { metadata: { year: 2026 } }, { metadata: { category: 'a', year: 2026 } }],
  [{ metadata: { year: 2026 } }, { metadata: { year: '2026' } }, 'refused'],
  [{ metadata: { year: 1 } }, { metadata: { constructor: 'x' } }, { metadata: { year: 1, constructor: 'x' } }],
  [{ metadata: { year: 1 } }, JSON.parse('{"metadata":{"__proto__":"x"}}'), proto],
  [proto, JSON.parse('{"metadata":{"__proto__":"y"}}'), 'refused'],
  [{ metadata: { category: 'a' } }, { sources: ['/a'] }, { sources: ['/a'], metadata: { category: 'a' } }],
])('the scope %j, narrowed by %j, is %j', (wider, narrower, expected) => {
  const narrow = () => narrowScope(wider, narrower);
  if (expected === 'refused') expect(narrow).toThrow(expect.objectContaining({ code: 'CUBO_SCOPE_EXCEEDED' }));
  else expect(JSON.stringify(narrow())).toBe(JSON.stringify(expected));
});

test('a conversation sees its scope alone, whatever the model asks for', async () => {
  const generator = roundsGenerator([
    calls(
      ['search_knowledge_base', { query: 'boiler caretaker keys' }],
      ['search_knowledge_base', { query: 'boiler', categories: ['letters'] }],
      ['search_knowledge_base', { query: 'boiler', documents: ['letter.txt'] }],
      ['list_documents', {}],
      ['read_document', { document: 'letter.txt' }],
      ['search_knowledge_base', { query: 'garage', documents: ['garage'] }],
    ),
    'I found nothing about it.',
  ]);
  const { agent, documents } = await openAgent(generator);
  const conversation = await agent.conversation('a', { scope: { categories: ['contracts'] } });
  const turn = await conversation.send('Who has the keys?');
  const contents = turn.calls.map(({ content }) => content).join('\n');
  expect(contents).not.toContain('Brandt');
  expect(contents).not.toContain('/letters/');
  expect(turn.calls.map(({ outcome }) => outcome)).toEqual(['done', 'failed', 'failed', 'done', 'failed', 'done']);
  expect(turn.calls[1]?.content).toContain('The scope of this conversation does not admit category "letters"');
  expect(turn.calls[3]?.content).toContain('2 documents');
  expect(turn.calls[5]?.content).toContain('two weeks');
  // A path that is named outright is refused too.
  const outright = roundsGenerator([
    calls(['search_knowledge_base', { query: 'x', documents: [join(documents, 'letters')] }]),
    '',
  ]);
  const { cubo } = await openAgent(outright);
  const other = createAgent({ cubo, generator: outright });
  const scope = { sources: [join(documents, 'contracts')] };
  const refused = await (await other.conversation('b', { scope })).send('x');
  expect(refused.calls[0]).toMatchObject({ outcome: 'failed', content: expect.stringContaining('does not admit') });
});

test('a turn may be narrower than its conversation, and not wider', async () => {
  const { agent } = await openAgent(roundsGenerator([calls(['list_documents', {}]), '']));
  const conversation = await agent.conversation('a', { scope: { categories: ['contracts'] } });
  const turn = await conversation.send('x', { scope: { metadata: { category: 'contracts' } } });
  expect(turn.scope).toEqual({ metadata: { category: 'contracts' } });
  const wider = conversation.send('x', { scope: { categories: ['contracts', 'letters'] } });
  await expect(wider).rejects.toMatchObject({ code: 'CUBO_SCOPE_EXCEEDED' });
  expect(conversation.history()).toHaveLength(1);
  await expect(agent.conversation('c', { scope: { folder: 'x' } as never })).rejects.toMatchObject({
    code: 'CUBO_BAD_ARGUMENT',
  });
});

test('many turns at once never see each other’s scope, not even in tools of the host', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `c${i}/note.txt`,
      `The code of the gate is secret${i}. Everybody asks for it.`,
    ]),
  );
  const generator = roundsGenerator([
    (request) =>
      request.messages.some(({ role }) => role === 'tool')
        ? 'Done.'
        : calls(['peek', {}], ['search_knowledge_base', { query: 'code of the gate' }], ['peek', {}]),
  ]);
  const { cubo, documents } = await openAgent(generator, { files });
  const library = scopedLibrary(cubo);
  const peek = defineTool({
    ...{ name: 'peek', description: 'Peeks', parallel: true, input: anything, inputSchema: { type: 'object' } },
    async execute(_, context) {
      await setTimeout(Math.random() * 10);
      const here = (await library.search('code of the gate')).map(({ text }) => text);
      await setTimeout(Math.random() * 5);
      const bound = (await context.library.search('code of the gate')).map(({ text }) => text);
      return { here, bound, scope: turnScope() };
    },
  });
  const agent = createAgent({ cubo, generator, tools: [peek] });
  const rounds = Array.from({ length: 60 }, async (_, i) => {
    const own = i % 12;
    const scope = { sources: [join(documents, `c${own}`)] };
    const conversation = await agent.conversation(`talk-${i}`, { scope });
    await setTimeout(Math.random() * 20);
    const turn = await conversation.send('What is the code?');
    const told = turn.calls.map(({ content }) => content).join('\n');
    const secrets = new Set([...told.matchAll(/secret(\d+)/g)].map(([, number]) => Number(number)));
    expect([...secrets]).toEqual([own]);
    for (const { content } of turn.calls.filter(({ name }) => name === 'peek')) {
      expect(JSON.parse(content)).toMatchObject({ scope, here: [expect.anything()], bound: [expect.anything()] });
    }
  });
  await Promise.all(rounds);
  expect(turnScope()).toBeUndefined();
  await expect(library.search('code')).rejects.toMatchObject({ code: 'CUBO_SCOPE_EXCEEDED' });
});

test.each<[scope: unknown, told: string]>([
  // A text would be taken for a list of its letters.
  [{ sources: 'contracts' }, 'sources'],
  [{ sources: [7] }, 'sources'],
  [{ sources: null }, 'sources'],
  [{ categories: 'contracts' }, 'categories'],
  [{ metadata: 'x' }, 'metadata'],
  [{ metadata: ['x'] }, 'metadata'],
  [{ categories: ['contracts'], metadata: { category: 'letters' } }, 'categories'],
  [{ category: 'contracts' }, 'category'],
])('the scope %j is refused, for a conversation, a turn and tools', async (scope, told) => {
  const { agent, cubo } = await openAgent(roundsGenerator(['x']));
  const refused = { code: 'CUBO_BAD_ARGUMENT', summary: expect.stringContaining(told) };
  await expect(agent.conversation('a', { scope: scope as never })).rejects.toMatchObject(refused);
  expect(agent.conversations().list()).toEqual([]);
  const conversation = await agent.conversation('a');
  await expect(conversation.send('x', { scope: scope as never })).rejects.toMatchObject(refused);
  expect(() => aiSdkTools({ cubo, scope: scope as never })).toThrow(expect.objectContaining(refused));
});
