import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenLibraryOptions, openLibrary } from '../src/index.ts';
import { type CrashMoment, crashingFileLayer, SimulatedCrash } from './crashing-file-layer.ts';
import { encryptions } from './encryptions.ts';
import { contents, publish } from './library-fixture.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const before = { a: ['first of a', 'second of a'], b: ['only of b'], c: ['first of c', 'second of c'] };
const after = { a: ['new of a'], c: ['first of c', 'second of c'], d: ['first of d', 'second of d', 'third of d'] };

/** From the state `before` to the state `after`: a changes, b goes, d comes. */
async function change({ path, files, encryption }: OpenLibraryOptions, ids: number[] = []): Promise<void> {
  const library = await openLibrary({ path, files, encryption });
  const gone = library.findDocument('b')?.id ?? -1;
  try {
    await library.write((writer) => publish(writer, { a: after.a, d: after.d }, [gone], ids));
  } finally {
    await library.close();
  }
}

test.each(encryptions)(
  'a crash at any operation of a publish leaves the old state or the new one, $name',
  async ({ encryption }) => {
    const directory = await temporaryDirectory();
    const original = join(directory, 'original');
    const library = await openLibrary({ path: original, encryption });
    await library.write((writer) => publish(writer, { a: before.a, c: before.c }));
    await library.write((writer) => publish(writer, { b: before.b }));
    await library.close();

    const rehearsal = crashingFileLayer();
    await cp(original, join(directory, 'rehearsal'), { recursive: true });
    await change({ path: join(directory, 'rehearsal'), files: rehearsal, encryption });
    const operations = rehearsal.operations;
    for (const name of ['create', 'write', 'fsync', 'fsync folder', 'rename', 'commit', 'remove']) {
      expect(operations, 'the publish exercises every kind of operation').toContain(name);
    }

    const seen = { old: 0, new: 0 };
    for (let crashAt = 0; crashAt < operations.length; crashAt++) {
      for (const moment of ['before', 'halfway', 'after', 'power-cut'] satisfies CrashMoment[]) {
        if (moment === 'halfway' && operations[crashAt] !== 'write') continue;
        const path = join(directory, `${crashAt}-${moment}`);
        await cp(original, path, { recursive: true });
        const files = crashingFileLayer({ crashAt, moment });
        // The removal of what is no longer needed may fail without failing the publish.
        const given: number[] = [];
        await change({ path, files, encryption }, given).catch((error: unknown) => {
          const cause = (error as Error).cause ?? error;
          expect(cause, String(error)).toBeInstanceOf(SimulatedCrash);
        });
        expect(files.crashed).toBe(true);

        const reopened = await openLibrary({ path, encryption });
        const state = await contents(reopened);
        const label = `${operations[crashAt]} ${crashAt} ${moment}`;
        expect([before, after], label).toContainEqual(state);
        seen[JSON.stringify(state) === JSON.stringify(before) ? 'old' : 'new']++;
        expect(await reopened.check(), label).toEqual([]);
        // And the library goes on from there, without ever giving an id twice.
        const [id] = await reopened.write((writer) => publish(writer, { e: ['of e'] }));
        expect(id, label).toBeGreaterThan(Math.max(4, ...given));
        expect(await contents(reopened), label).toEqual({ ...state, e: ['of e'] });
        await reopened.close();
      }
    }
    expect(seen.old).toBeGreaterThan(10);
    expect(seen.new).toBeGreaterThan(2);
  },
);
