import type { ConversationPart } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { type Library, openLibrary } from '../src/index.ts';
import { crashEverywhere } from './crash-everywhere.ts';
import { publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

async function openedLibrary(): Promise<Library> {
  return openLibrary({ path: await temporaryDirectory() });
}

const question = (turn: number, text: string): ConversationPart => ({ turn, kind: 'user', content: { text }, text });

test('a conversation is made, added to, cut and deleted, and is the same after a restart', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  const { conversations } = library;
  expect(conversations.find('a')).toBeUndefined();
  const made = conversations.change('a', { revision: 0, title: 'Leases', details: { scope: { sources: ['x'] } } });
  expect(made).toMatchObject({ id: 'a', title: 'Leases', turns: 0, revision: 1 });
  const image = { turn: 0, kind: 'attachment', content: { name: 'a.png' }, bytes: new Uint8Array([1, 2, 3]) };
  conversations.change('a', { revision: 1, parts: [question(0, 'first'), image, question(1, 'second')] });
  await library.close();

  const again = await openLibrary({ path });
  const store = again.conversations;
  expect(store.parts('a').map(({ turn, text }) => [turn, text])).toEqual([
    [0, 'first'],
    [0, undefined],
    [1, 'second'],
  ]);
  expect(store.parts('a')[1]?.bytes).toBeUndefined();
  expect([...(store.parts('a', { bytes: true })[1]?.bytes ?? [])]).toEqual([1, 2, 3]);
  expect(store.parts('a', { fromTurn: 1 })).toHaveLength(1);
  const cut = store.change('a', { revision: 2, keepTurns: 1, parts: [question(1, 'other')] });
  expect(cut).toMatchObject({ turns: 2, revision: 3, title: 'Leases', details: { scope: { sources: ['x'] } } });
  expect(store.parts('a', { fromTurn: 1 }).map(({ text }) => text)).toEqual(['other']);
  expect(store.list().map(({ id }) => id)).toEqual(['a']);
  expect([store.delete('a'), store.delete('a')]).toEqual([true, false]);
  expect(store.parts('a')).toEqual([]);
  expect(await again.check()).toEqual([]);
  await again.close();
});

test('a change that was made for another revision changes nothing', async () => {
  const library = await openedLibrary();
  const { conversations } = library;
  conversations.change('a', { revision: 0 });
  conversations.change('a', { revision: 1, parts: [question(0, 'mine')] });
  const late = () => conversations.change('a', { revision: 1, parts: [question(0, 'late')] });
  expect(late).toThrow(expect.objectContaining({ code: 'CUBO_CONVERSATION_CHANGED' }));
  expect(() => conversations.change('a', { revision: 0 })).toThrow(
    expect.objectContaining({ code: 'CUBO_CONVERSATION_CHANGED' }),
  );
  expect(() => conversations.change('b', { revision: 4 })).toThrow(
    expect.objectContaining({ code: 'CUBO_CONVERSATION_NOT_FOUND' }),
  );
  expect(conversations.parts('a').map(({ text }) => text)).toEqual(['mine']);
  await library.close();
});

test('search finds words in any script, within longer words too, and forgets what was deleted', async () => {
  const library = await openedLibrary();
  const { conversations } = library;
  conversations.change('a', {
    revision: 0,
    title: 'A',
    parts: [question(0, 'Die Kündigungsfrist beträgt "drei" Monate')],
  });
  conversations.change('b', {
    revision: 0,
    parts: [question(0, '租约的通知期是三个月'), question(1, '100% of it_all')],
  });
  const found = (query: string) => conversations.search(query).map(({ conversation, turn }) => [conversation, turn]);
  expect(found('frist MONATE')).toEqual([['a', 0]]);
  expect(found('kundigung')).toEqual([['a', 0]]);
  expect(found('"drei"')).toEqual([['a', 0]]);
  expect(found('通知期')).toEqual([['b', 0]]);
  expect(found('租约')).toEqual([['b', 0]]);
  expect(found('0% it')).toEqual([['b', 1]]);
  expect(found('1%0')).toEqual([]);
  expect(found('  ')).toEqual([]);
  expect(conversations.search('frist')[0]).toMatchObject({ title: 'A', kind: 'user' });
  conversations.delete('a');
  expect(found('frist')).toEqual([]);
  conversations.change('b', { revision: 1, keepTurns: 1 });
  expect(found('it')).toEqual([]);
  expect(found('通知期')).toEqual([['b', 0]]);
  await library.close();
});

test('parts that quote an erased document are emptied, others stay', async () => {
  const library = await openedLibrary();
  const { conversations } = library;
  const result = (source: string): ConversationPart => {
    const text = `words of ${source}`;
    return {
      turn: 0,
      kind: 'tool-result',
      content: { id: source, quoted: { text } },
      text,
      quotes: [source, 'shared'],
    };
  };
  await library.write((writer) => publish(writer, { x: ['of x'], y: ['of y'], shared: ['of both'] }));
  conversations.change('a', { revision: 0, parts: [question(0, 'asked'), result('x'), result('y')] });
  expect(conversations.forget(['x', 'z'])).toEqual({ parts: 1, conversations: ['a'] });
  expect(conversations.parts('a').map(({ content }) => content)).toEqual([
    { text: 'asked' },
    { id: 'x', erased: true },
    { id: 'y', quoted: { text: 'words of y' } },
  ]);
  expect(conversations.search('words of').map(({ text }) => text)).toEqual(['words of y']);
  expect(conversations.forget(['x'])).toEqual({ parts: 0, conversations: [] });
  // What is written after its document is gone, as by an answer that was under way, is empty from the beginning.
  conversations.change('a', { revision: 1, parts: [{ ...result('gone'), turn: 1 }] });
  expect(conversations.parts('a', { fromTurn: 1 })[0]).toEqual({
    turn: 1,
    kind: 'tool-result',
    content: { id: 'gone', erased: true },
  });
  conversations.change('a', {
    revision: 2,
    parts: [{ turn: 2, kind: 'text', content: 'gone words', quotes: ['gone'] }],
  });
  expect(conversations.parts('a', { fromTurn: 2 })[0]?.content).toEqual({ erased: true });
  await library.close();
});

test('a change waits for no writer', async () => {
  const library = await openedLibrary();
  const turns = await library.write(
    async () => library.conversations.change('a', { revision: 0, parts: [question(0, 'x')] }).turns,
  );
  expect(turns).toBe(1);
  await library.close();
});

test('a crash leaves a conversation as it was or as it shall be', async () => {
  const { found } = await crashEverywhere({
    prepare: async (library) =>
      void library.conversations.change('a', { revision: 0, parts: [question(0, 'zero'), question(1, 'one')] }),
    change: async (library) => {
      library.conversations.change('a', {
        revision: 1,
        keepTurns: 1,
        parts: [question(1, 'new'), question(2, 'newer')],
      });
      library.conversations.delete('a');
    },
    observe: async (library) => ({
      parts: library.conversations.parts('a').map(({ text }) => text),
      found: library.conversations.search('one').length,
    }),
  });
  expect([...found.keys()].sort()).toEqual(
    [
      { parts: ['zero', 'one'], found: 1 },
      { parts: ['zero', 'new', 'newer'], found: 0 },
      { parts: [], found: 0 },
    ]
      .map((state) => JSON.stringify(state))
      .sort(),
  );
});
