import { expect, test } from 'vitest';
import { openCollection } from '../../src/records/collection.ts';
import { openStudyLibrary } from '../helpers/open-study-library.ts';

interface Card {
  readonly front: string;
  readonly tags: readonly string[];
}

test('what an older version wrote is upgraded step by step as it is read', async () => {
  const { cubo } = await openStudyLibrary();
  const first = openCollection<{ title: string }>(cubo.records, 'study.card');
  cubo.records.change([
    first.put('a', { title: 'Rent' }, { order: 1 }),
    first.put('b', { title: 'Notice' }, { order: 2 }),
  ]);
  const third = openCollection<Card>(cubo.records, 'study.card', [
    ({ title, ...rest }) => ({ ...rest, front: title }),
    (content) => ({ ...content, tags: [] }),
  ]);
  expect(third.get('a')?.content).toEqual({ front: 'Rent', tags: [] });
  expect(third.list().map(({ content }) => content.front)).toEqual(['Rent', 'Notice']);
  cubo.records.change([third.put('b', { front: 'Notice', tags: ['x'] })]);
  expect(third.get('b')?.content).toEqual({ front: 'Notice', tags: ['x'] });
});

test('what a newer version wrote is refused', async () => {
  const { cubo } = await openStudyLibrary();
  const newer = openCollection<Card>(cubo.records, 'study.card', [(content) => content]);
  cubo.records.change([newer.put('a', { front: 'Rent', tags: [] })]);
  const older = openCollection<Card>(cubo.records, 'study.card');
  const tooNew = expect.objectContaining({ code: 'CUBO_LIBRARY_TOO_NEW' });
  expect(() => older.get('a')).toThrow(tooNew);
  expect(() => older.list()).toThrow(tooNew);
});
