import { expect, test } from 'vitest';
import { filesWith, marker } from '../../../core/test/files-with.ts';
import { createStudyBackups } from '../../src/backup/create-study-backups.ts';
import { decksToApkg } from '../../src/exports/anki/decks-to-apkg.ts';
import { decksFromApkg } from '../../src/imports/anki/decks-from-apkg.ts';
import { createMindMaps } from '../../src/mind-map/create-mind-maps.ts';
import { createProgress } from '../../src/progress/create-progress.ts';
import { openDecks } from '../helpers/open-decks.ts';

const day = 86_400_000;

async function study() {
  const opened = await openDecks({ settings: { newPerDay: 3 } });
  const { parts } = opened;
  return {
    ...opened,
    mindMaps: createMindMaps(parts),
    progress: createProgress(parts),
    backups: createStudyBackups(parts),
  };
}

type Study = Awaited<ReturnType<typeof study>>;

/** A fortnight of reviews, some of them forgotten, and maps. */
async function fortnight(of: Study): Promise<void> {
  of.decks.cards.add(of.deck, [
    { kind: 'reversed', front: 'Miete', back: 'rent', tags: ['law'] },
    { kind: 'cloze', text: 'Within {{c1::three}} months, in {{c2::writing}}' },
  ]);
  of.addCards(6);
  for (let days = 0; days < 14; days++) {
    for (const [index, { id }] of of.decks.due({ limit: 50 }).entries()) {
      of.decks.review(id, (index + days) % 5 === 0 ? 'again' : 'good', { milliseconds: 4000 });
      await of.parts.clock.advance(20_000);
    }
    await of.goTo(of.parts.clock.now() + day);
  }
  const { map } = of.mindMaps.create({ title: 'Lease', children: ['Rent'] });
  of.mindMaps.export(map.id, { format: 'opml' });
}

/** All that a host can see. */
const seen = ({ decks, mindMaps, progress, log }: Study) => ({
  decks: decks.list(),
  cards: decks.cards.list(),
  sides: decks.cards.list().map(({ id }) => decks.cards.sides(id)),
  due: decks.due({ limit: 100 }),
  reviews: decks.reviews(),
  forecast: decks.forecast(),
  maps: mindMaps.list().map(({ id }) => ({ ...mindMaps.get(id), revision: 0 })),
  log: log.list(),
  progress: [
    progress.summary(),
    progress.sessions(),
    progress.daily(),
    progress.heatMap(),
    progress.streak(),
    progress.mastery(),
    progress.achievements(),
  ],
});

test('a library that is restored has the same decks, schedules, reviews, maps, log and progress, and goes on like it', async () => {
  const first = await study();
  await fortnight(first);
  const backup = JSON.stringify(first.backups.backup());
  const second = await study();
  await second.goTo(first.parts.clock.now());
  // What is computed from the log before it is restored must not stay.
  expect(second.progress.summary()).not.toEqual(first.progress.summary());
  second.backups.restore(backup, { mode: 'replace' });
  expect(seen(second)).toEqual(seen(first));
  expect(seen(second).reviews.length).toBeGreaterThan(20);
  const side =
    first.decks.due({ limit: 1 })[0]?.id ??
    (first.decks.cards.sides(first.decks.cards.list()[0]?.id as string)[0]?.id as string);
  const [one, other] = [first.decks.review(side, 'good'), second.decks.review(side, 'good')];
  const ofBoth = ({ card, side: name, before, after }: (typeof one)['entry']) => ({
    card,
    name,
    before,
    after: { ...after, seed: 0 },
  });
  expect(ofBoth(other.entry)).toEqual(ofBoth(one.entry));
  second.decks.undo();
  second.decks.undo();
  expect(second.decks.reviews()).toHaveLength(first.decks.reviews().length - 2);
});

test('merged into another library, both have studied', async () => {
  const [first, second] = [await study(), await study()];
  await fortnight(first);
  await second.goTo(first.parts.clock.now());
  const [card] = second.addCards(1);
  second.decks.review(card?.id as string, 'good');
  const before = second.progress.summary();
  second.backups.restore(first.backups.backup(), { mode: 'merge' });
  expect(second.decks.list()).toHaveLength(2);
  expect(second.decks.reviews()).toHaveLength(first.decks.reviews().length + 1);
  expect(second.progress.summary()).not.toEqual(before);
  // Once more changes nothing.
  const all = seen(second);
  expect(second.backups.restore(first.backups.backup(), { mode: 'merge' }).restored).toBe(0);
  expect(seen(second)).toEqual(all);
});

test('a deck goes to another library by way of Anki, with its schedules', async () => {
  const [first, second] = [await study(), await study()];
  await fortnight(first);
  const cards = first.decks.cards.list();
  const schedules = cards.flatMap(({ id }) => first.decks.cards.sides(id).map(({ schedule }) => schedule));
  const file = decksToApkg([{ name: 'Law::Lease', cards }], { at: first.parts.clock.now(), schedules });
  const { decks, skipped } = decksFromApkg(file);
  expect(skipped).toEqual([]);
  const target = second.decks.create({ name: decks[0]?.name as string });
  const added = second.decks.cards.add(target.id, decks[0]?.cards.map(({ card }) => card) ?? []);
  expect(added).toHaveLength(cards.length);
  const guids = decks[0]?.cards.map(({ guid }) => guid) ?? [];
  for (const [index, { id }] of added.entries()) {
    const old = first.decks.cards.sides(guids[index] as string);
    const now = second.decks.cards.sides(id);
    expect(now.map(({ side, schedule }) => [side, schedule.state, schedule.reviews])).toEqual(
      old.map(({ side, schedule }) => [side, schedule.state, schedule.reviews]),
    );
    for (const [at, { schedule }] of now.entries()) {
      expect(Math.abs(schedule.due - (old[at]?.schedule.due as number))).toBeLessThan(day);
      expect(schedule.stability).toBeCloseTo(old[at]?.schedule.stability as number, 3);
    }
  }
});

test('of a deck that was deleted no byte is left in the files of the library after a compaction', async () => {
  const [name, front, back, tag] = [marker(), marker(), marker(), marker()];
  const { cubo, decks, backups } = await study();
  const { id } = decks.create({ name });
  const [card] = decks.cards.add(id, [{ front, back, tags: [tag] }]);
  decks.review(card?.id as string, 'good');
  const { path } = cubo;
  expect(await filesWith(path, [name, front, back, tag])).not.toEqual([]);
  decks.delete(id);
  await cubo.compact();
  expect(await filesWith(path, [name, front, back, tag])).toEqual([]);
  expect(JSON.stringify(backups.backup())).not.toContain(front);
});
