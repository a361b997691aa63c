import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStudyBackups } from '../../src/backup/create-study-backups.ts';
import type { StudyBackup } from '../../src/backup/study-backup.ts';
import { studyCollections } from '../../src/backup/study-collections.ts';
import { createMindMaps } from '../../src/mind-map/create-mind-maps.ts';
import { openStudyLog } from '../../src/progress/study-log.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const files = {
  'lease.md': '# Lease\n\n## Rent\n\nThe rent is 950 euros.\n\n## Notice\n\nNotice is given in writing.\n',
};

async function library(withFiles = true) {
  const opened = await openStudyParts(withFiles ? { files } : {});
  const { parts } = opened;
  return { ...opened, mindMaps: createMindMaps(parts), backups: createStudyBackups(parts), log: openStudyLog(parts) };
}

/** A library with a map of its document, one of the user's, and events. */
async function filled() {
  const opened = await library();
  const { mindMaps, parts } = opened;
  const { map } = await mindMaps.generate();
  await parts.clock.advance(1000);
  const own = mindMaps.create({ title: 'Own', children: ['one', { label: 'two', children: ['three'] }] }).map;
  mindMaps.export(own.id, { format: 'svg' });
  return { ...opened, map, own };
}

/** All records as they are, without their revisions. */
const stateOf = ({ backups }: Awaited<ReturnType<typeof library>>) => backups.backup().records;

test('a library that is restored has all that it had, however the backup is passed', async () => {
  const first = await filled();
  const backup = first.backups.backup();
  const lines = [...first.backups.backupLines()].join('');
  await first.parts.clock.advance(5000);
  first.mindMaps.delete(first.own.id);
  first.mindMaps.create({ title: 'Later' });
  for (const given of [backup, JSON.stringify(backup), JSON.stringify(backup, null, 2), lines]) {
    expect(first.backups.restore(given, { mode: 'replace' })).toEqual({
      restored: backup.records.length,
      kept: 0,
      missingDocuments: [],
    });
    expect(stateOf(first)).toEqual(backup.records);
    expect(first.mindMaps.get(first.map.id).root).toEqual(first.map.root);
    expect(first.mindMaps.list().map(({ title }) => title)).toEqual(['Own', 'Lease']);
    expect(
      first.log
        .list()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['mind-map-created', 'mind-map-created', 'mind-map-exported']);
  }
});

test('merged, what is new or newer is added, and what the library has changed since stays', async () => {
  const first = await filled();
  const backup = first.backups.backup();
  await first.parts.clock.advance(5000);
  const [one, two] = first.own.root.children;
  // The library's own clock tells when records are changed.
  await new Promise((resolve) => setTimeout(resolve, 5));
  first.mindMaps.changeNode(first.own.id, one?.id as string, { label: 'changed' });
  first.mindMaps.deleteNode(first.own.id, two?.id as string);
  const report = first.backups.restore(backup, { mode: 'merge' });
  expect(report.restored).toBe(2);
  expect(report.kept).toBe(backup.records.length - 2);
  expect(first.mindMaps.get(first.own.id).root.children.map(({ label }) => label)).toEqual(['changed', 'two']);
  const other = await library();
  other.mindMaps.create({ title: 'Other' });
  other.backups.restore(
    { ...backup, records: backup.records.filter(({ quotes }) => (quotes ?? []).length === 0) },
    { mode: 'merge' },
  );
  expect(
    other.mindMaps
      .list()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Other', 'Own']);
});

test('words of documents that the library lacks are not restored, and never silently', async () => {
  const first = await filled();
  const backup = first.backups.backup();
  const other = await library(false);
  expect(() => other.backups.restore(backup, { mode: 'merge' })).toThrow(
    expect.objectContaining({ code: 'CUBO_DOCUMENT_NOT_FOUND' }),
  );
  expect(stateOf(other)).toEqual([]);
  const report = other.backups.restore(backup, { mode: 'merge', missingDocuments: 'forget' });
  expect(report.missingDocuments).toEqual([expect.stringContaining('lease.md')]);
  expect(other.mindMaps.list().map(({ title }) => title)).toEqual(['Own']);
  expect(JSON.stringify(stateOf(other))).not.toContain('euros');
});

test('a backup with one wrong record changes nothing', async () => {
  const first = await filled();
  const backup = first.backups.backup();
  const before = stateOf(first);
  const wrong = (change: object, at = backup.records.length - 1): StudyBackup => ({
    ...backup,
    records: backup.records.map((record, index) => (index === at ? { ...record, ...change } : record)),
  });
  const quoting = backup.records.findIndex(
    ({ quotes = [], collection }) => quotes.length > 0 && collection.endsWith('node'),
  );
  const event = backup.records.findIndex(({ collection }) => collection === 'study.event');
  for (const [given, code, message] of [
    [wrong({ collection: 'other' }), 'CUBO_FORMAT_INVALID', /Record \d+ .* not known/],
    [wrong({ collection: 'toString' }), 'CUBO_FORMAT_INVALID', /not known/],
    [wrong({ id: '' }), 'CUBO_FORMAT_INVALID', /id or parent/],
    [wrong({ parent: 7 }), 'CUBO_FORMAT_INVALID', /id or parent/],
    [wrong({ order: null }), 'CUBO_FORMAT_INVALID', /no number/],
    [wrong({ updatedAt: 'now' }), 'CUBO_FORMAT_INVALID', /no number/],
    [wrong({ content: [] }), 'CUBO_FORMAT_INVALID', /no content/],
    [wrong({ content: { version: 0 } }), 'CUBO_FORMAT_INVALID', /no content/],
    [wrong({ content: { version: 1, type: 'chat-message' } }, event), 'CUBO_FORMAT_INVALID', /without a time/],
    [
      wrong({ content: { version: 1, type: 'chat-message', at: 9e15 } }, event),
      'CUBO_FORMAT_INVALID',
      /without a time/,
    ],
    [wrong({ content: { version: 2 } }), 'CUBO_LIBRARY_TOO_NEW', /version 2/],
    [wrong({ quotes: 'x' }), 'CUBO_FORMAT_INVALID', /list of documents/],
    [wrong({ quotes: [] }, quoting), 'CUBO_FORMAT_INVALID', /without saying so/],
    [{ ...backup, records: [...backup.records, backup.records[0]] }, 'CUBO_FORMAT_INVALID', /twice/],
    [{ ...backup, version: 2 }, 'CUBO_LIBRARY_TOO_NEW', /version 2/],
    [{ ...backup, format: 'other' }, 'CUBO_FORMAT_INVALID', /is none/],
    [{}, 'CUBO_FORMAT_INVALID', /no list/],
    [null, 'CUBO_FORMAT_INVALID', /no list/],
    ['', 'CUBO_FORMAT_INVALID', /no JSON/],
    ['{"format":', 'CUBO_FORMAT_INVALID', /no JSON/],
  ] as const) {
    expect(() => first.backups.restore(given as never, { mode: 'replace' })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(message) }),
    );
  }
  expect(stateOf(first)).toEqual(before);
  expect(() => first.backups.restore(backup, {} as never)).toThrow(/merge or replace/);
  expect(() => first.backups.restore(backup, { mode: 'merge', force: true } as never)).toThrow(/no option "force"/);
});

test('lines that were cut off anywhere are refused', async () => {
  const first = await filled();
  const lines = [...first.backups.backupLines()].join('');
  const before = stateOf(first);
  fc.assert(
    fc.property(fc.nat(lines.length - 1), (length) => {
      expect(() => first.backups.restore(lines.slice(0, length), { mode: 'replace' })).toThrow(
        expect.objectContaining({ code: 'CUBO_FORMAT_INVALID' }),
      );
    }),
    { numRuns: 200, seed: 8 },
  );
  expect(stateOf(first)).toEqual(before);
});

test('an empty library can be saved and restored', async () => {
  const { backups } = await library(false);
  expect(backups.backup().records).toEqual([]);
  const lines = [...backups.backupLines()].join('');
  expect(backups.restore(lines, { mode: 'replace' })).toEqual({ restored: 0, kept: 0, missingDocuments: [] });
});

test('every collection that the package opens is in the backup, at its version', async () => {
  const source = fileURLToPath(new URL('../../src', import.meta.url));
  const opened = new Map<string, number>();
  for (const entry of await readdir(source, { recursive: true })) {
    if (!entry.endsWith('.ts')) continue;
    const text = await readFile(join(source, entry), 'utf8');
    for (const [, name = '', rest] of text.matchAll(/openCollection(?:<[^(]*>)?\([^,]+,\s*'([^']+)'(,|\))/g)) {
      // A collection with upgrades has to tell its version here.
      if (rest === ')') opened.set(name, 1);
      else expect(studyCollections[name], `${name} has upgrades`).toBeGreaterThan(1);
    }
  }
  expect(opened.size).toBeGreaterThan(2);
  for (const [name, version] of opened) expect(studyCollections[name], name).toBe(version);
});
