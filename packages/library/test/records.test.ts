import { join } from 'node:path';
import type { RecordChange, RecordListOptions, RecordStore, StoredRecord } from '@cubo/contracts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Library, openLibrary } from '../src/index.ts';
import { crashEverywhere } from './crash-everywhere.ts';
import { publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

async function openedLibrary(): Promise<Library> {
  return openLibrary({ path: await temporaryDirectory() });
}

const card = (id: string, order: number, content: unknown = { id }, parent = 'deck'): RecordChange => ({
  put: { collection: 'card', id, parent, order, content },
});
const ids = (records: readonly StoredRecord[]) => records.map(({ id }) => id);

test('records are listed in order, by parent and range, and are the same after a restart', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path, clock: { now: () => 7 } });
  library.records.change([card('b', 2), card('a', 2), card('c', 1.5), card('d', 9, 'text', 'other')]);
  await library.close();
  const again = await openLibrary({ path, clock: { now: () => 9 } });
  const { records } = again;
  expect(ids(records.list('card'))).toEqual(['c', 'a', 'b', 'd']);
  expect(ids(records.list('card', { descending: true, limit: 2 }))).toEqual(['d', 'b']);
  expect(ids(records.list('card', { offset: 1, parent: 'deck' }))).toEqual(['a', 'b']);
  expect(ids(records.list('card', { from: 2, to: 9 }))).toEqual(['a', 'b']);
  expect(records.count('card', { parent: 'deck', to: 2 })).toBe(1);
  records.change([{ put: { collection: 'card', id: 'd', content: null, revision: 1 } }]);
  const changed = { collection: 'card', id: 'd', order: 0, content: null, revision: 2, createdAt: 7, updatedAt: 9 };
  expect(records.get('card', 'd')).toEqual(changed);
  expect(records.get('other', 'd')).toBeUndefined();
  expect(await again.check()).toEqual([]);
  await again.close();
});

test('a record that is restored has the times that it had', async () => {
  const library = await openLibrary({ path: await temporaryDirectory(), clock: { now: () => 7 } });
  const { records } = library;
  const put = { collection: 'card', id: 'a', content: {} };
  records.change([{ put: { ...put, createdAt: 1.5, updatedAt: 3 } }]);
  expect(records.get('card', 'a')).toMatchObject({ createdAt: 1.5, updatedAt: 3, revision: 1 });
  records.change([{ put }]);
  expect(records.get('card', 'a')).toMatchObject({ createdAt: 1.5, updatedAt: 7, revision: 2 });
  records.change([{ put: { ...put, createdAt: 2, updatedAt: 4 } }]);
  expect(records.get('card', 'a')).toMatchObject({ createdAt: 2, updatedAt: 4, revision: 3 });
  expect(() => records.change([{ put: { ...put, updatedAt: Number.NaN } }])).toThrow(
    expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }),
  );
  await library.close();
});

test('changes are made all or none', async () => {
  const library = await openedLibrary();
  const { records } = library;
  records.change([card('a', 1)]);
  const other = { collection: 'card', id: 'b', content: 1 };
  for (const [wrong, code] of [
    [{ put: { ...other, id: 'a', revision: 2 } }, 'CUBO_RECORD_CHANGED'],
    [{ put: { ...other, id: 'a', revision: 0 } }, 'CUBO_RECORD_CHANGED'],
    [{ put: { ...other, id: 'new', revision: 1 } }, 'CUBO_RECORD_CHANGED'],
    [{ put: { ...other, id: '' } }, 'CUBO_BAD_ARGUMENT'],
    [{ put: { ...other, order: Number.NaN } }, 'CUBO_BAD_ARGUMENT'],
    [{ put: { ...other, content: undefined } }, 'CUBO_BAD_ARGUMENT'],
    [{ put: { ...other, content: 1n } }, 'CUBO_BAD_ARGUMENT'],
  ] as const) {
    expect(() => records.change([{ put: other }, wrong])).toThrow(expect.objectContaining({ code }));
    expect(ids(records.list('card'))).toEqual(['a']);
  }
  records.change([{ put: { ...other, revision: 0 } }]);
  expect(ids(records.list('card'))).toEqual(['b', 'a']);
  await library.close();
});

test('records lose what they quote of an erased document, others stay', async () => {
  const library = await openedLibrary();
  const { records } = library;
  await library.write((writer) => publish(writer, { x: ['of x'], y: ['of y'] }));
  const quoting = (id: string, quotes: string[]): RecordChange => ({
    put: { collection: 'card', id, content: { due: 1, quoted: { text: `words of ${quotes.join()}` } }, quotes },
  });
  records.change([quoting('a', ['x']), quoting('b', ['y']), quoting('c', ['y', 'x'])]);
  expect(records.get('card', 'c')?.quotes).toEqual(['x', 'y']);
  expect(records.forget(['x', 'z'])).toBe(2);
  expect(records.list('card').map(({ content }) => content)).toEqual([
    { due: 1, erased: true },
    { due: 1, quoted: { text: 'words of y' } },
    { due: 1, erased: true },
  ]);
  expect(records.forget(['x'])).toBe(0);
  // What is written after its document is gone is empty from the beginning.
  records.change([quoting('d', ['gone']), { put: { collection: 'card', id: 'e', content: 'gone', quotes: ['gone'] } }]);
  expect(records.get('card', 'd')?.content).toEqual({ due: 1, erased: true });
  expect(records.get('card', 'e')?.content).toEqual({ erased: true });
  await library.close();
});

test('a crash leaves all changes or none', async () => {
  const { found } = await crashEverywhere({
    prepare: async (library) => library.records.change([card('a', 1), card('b', 2)]),
    change: async (library) =>
      library.records.change([{ delete: { collection: 'card', id: 'a' } }, card('c', 3), card('b', 4)]),
    observe: async (library) => library.records.list('card').map(({ id, order }) => `${id}${order}`),
  });
  expect([...found.keys()].sort()).toEqual(
    [
      ['a1', 'b2'],
      ['c3', 'b4'],
    ]
      .map((state) => JSON.stringify(state))
      .sort(),
  );
});

test('a library without records is given room for them, and keeps what it has', async () => {
  const path = await temporaryDirectory();
  const library = await openLibrary({ path });
  library.conversations.change('a', { revision: 0, title: 'kept' });
  await library.close();
  const catalog = new Database(join(path, 'catalog.sqlite'));
  catalog.exec('DROP TABLE record_quotes; DROP TABLE records;');
  catalog.pragma('user_version = 3');
  catalog.close();
  const migrated = await openLibrary({ path });
  migrated.records.change([card('a', 1)]);
  expect(ids(migrated.records.list('card'))).toEqual(['a']);
  expect(migrated.conversations.find('a')?.title).toBe('kept');
  expect(await migrated.check()).toEqual([]);
  await migrated.close();
});

/** What a store should do, in a few lines. */
function modelStore(): Pick<RecordStore, 'change' | 'list'> {
  let records: { collection: string; id: string; parent?: string | undefined; order: number; content: unknown }[] = [];
  return {
    change(changes) {
      for (const change of changes) {
        if ('put' in change) {
          const { collection, id, parent, order = 0, content } = change.put;
          records = records.filter((record) => record.collection !== collection || record.id !== id);
          records.push({ collection, id, parent, order, content });
        } else if ('delete' in change) {
          const { collection, id } = change.delete;
          records = records.filter((record) => record.collection !== collection || record.id !== id);
        } else {
          const { collection, parent } = change.clear;
          records = records.filter(
            (record) => record.collection !== collection || (parent !== undefined && record.parent !== parent),
          );
        }
      }
    },
    list(collection, { parent, from = -Infinity, to = Infinity, descending, limit = Infinity, offset = 0 } = {}) {
      const found = records
        .filter((record) => record.collection === collection && (parent === undefined || record.parent === parent))
        .filter(({ order }) => order >= from && order < to)
        .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
      if (descending) found.reverse();
      return found.slice(offset, offset + limit) as unknown as StoredRecord[];
    },
  };
}

test('random changes agree with a list in memory', async () => {
  const library = await openedLibrary();
  const { records } = library;
  const collection = fc.constantFrom('card', 'deck');
  const id = fc.constantFrom('a', 'b', 'c', 'ü', 'A');
  const parent = fc.constantFrom('x', 'y', undefined);
  const order = fc.constantFrom(-1, 0, 0.5, 2);
  const put = fc.record({ collection, id, parent, order, content: fc.jsonValue() });
  const change = fc.oneof(
    { weight: 6, arbitrary: put.map((value): RecordChange => ({ put: value })) },
    { weight: 2, arbitrary: fc.record({ collection, id }).map((value): RecordChange => ({ delete: value })) },
    { weight: 1, arbitrary: fc.record({ collection, parent }).map((value): RecordChange => ({ clear: value })) },
  );
  const range = fc.record(
    {
      parent: fc.constantFrom('x', 'y'),
      from: order,
      to: order,
      descending: fc.boolean(),
      limit: fc.nat(4),
      offset: fc.nat(2),
    },
    { requiredKeys: [] },
  );
  const shown = (found: readonly StoredRecord[]) =>
    found.map(({ id: name, order: place, content }) => JSON.stringify([name, place, content]));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), range, (changes, options: RecordListOptions) => {
      records.change([{ clear: { collection: 'card' } }, { clear: { collection: 'deck' } }]);
      const model = modelStore();
      for (let i = 0; i < changes.length; i += 3) {
        records.change(changes.slice(i, i + 3));
        model.change(changes.slice(i, i + 3));
      }
      for (const name of ['card', 'deck']) {
        expect(shown(records.list(name, options))).toEqual(shown(model.list(name, options)));
        expect(records.count(name)).toBe(model.list(name).length);
      }
    }),
    { numRuns: 150, seed: 4 },
  );
  await library.close();
});
