import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Cubo } from '../src/index.ts';
import { openCubo } from './open-cubo.ts';

const names = ['a.txt', 'b.txt', 'c.txt', 'd/a.txt', 'd/b.txt'];
const texts = ['The ferry leaves at noon.', 'The lease ends in May.', 'Olives are bitter.'];

type Step =
  | { readonly do: 'write'; readonly to: string; readonly text: string }
  | { readonly do: 'move' | 'copy'; readonly from: string; readonly to: string }
  | { readonly do: 'remove'; readonly from: string }
  | { readonly do: 'ingest'; readonly state: string };

const name = fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('write' as const), to: name, text: fc.constantFrom(...texts) }),
  fc.record({ do: fc.constantFrom('move' as const, 'copy' as const), from: name, to: name }),
  fc.record({ do: fc.constant('remove' as const), from: name }),
  fc.record({ do: fc.constant('ingest' as const), state: fc.constantFrom('open', 'closed') }),
);

const ingest: Step = { do: 'ingest', state: 'open' };
/** The copy keeps the old text, whichever of the two is met first. */
const copiedThenChanged: Step[] = [
  { do: 'write', to: 'b.txt', text: texts[0] ?? '' },
  ingest,
  { do: 'copy', from: 'b.txt', to: 'a.txt' },
  { do: 'write', to: 'b.txt', text: texts[1] ?? '' },
];
/** Each file takes the name of the one before, as logs do. */
const rotated: Step[] = [
  { do: 'write', to: 'a.txt', text: texts[0] ?? '' },
  { do: 'write', to: 'b.txt', text: texts[1] ?? '' },
  ingest,
  { do: 'move', from: 'b.txt', to: 'c.txt' },
  { do: 'move', from: 'a.txt', to: 'b.txt' },
];

async function take(folder: string, taken: Step): Promise<void> {
  if (taken.do === 'write') await writeFile(join(folder, taken.to), taken.text);
  if (taken.do === 'remove') await rm(join(folder, taken.from), { force: true });
  if (taken.do !== 'move' && taken.do !== 'copy') return;
  const act = taken.do === 'move' ? rename : copyFile;
  // What is not there cannot be moved.
  if (taken.from !== taken.to) await act(join(folder, taken.from), join(folder, taken.to)).catch(() => {});
}

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

async function onDisk(folder: string): Promise<string[][]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  return Promise.all(paths.sort().map(async (path) => [path, hashOf(await readFile(path))]));
}

function inLibrary(cubo: Cubo): string[][] {
  return [...cubo.documents()]
    .flatMap(({ uri, aliases, sha256 }) => [uri, ...aliases.map((alias) => alias.uri)].map((path) => [path, sha256]))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

describe('a folder that changes between ingests', () => {
  test('is in the library as it is on the disk, and as it was planned, whatever was written, copied, moved and removed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), async (steps) => {
        const { cubo, documents } = await openCubo({ embedder: false });
        await mkdir(join(documents, 'd'));
        for (const taken of [...steps, ingest]) {
          await take(documents, taken);
          if (taken.do !== 'ingest') continue;
          const rules = { metadata: { state: taken.state } };
          const planned: Record<string, string> = {};
          for await (const { source, action } of cubo.plan(documents, rules)) planned[source] = action;
          const done: Record<string, string> = {};
          for await (const event of cubo.ingest(documents, rules))
            if (event.type === 'file-finish') done[event.source] = event.outcome;
          expect(done).toEqual(
            Object.fromEntries(
              Object.entries(planned).map(([source, action]) => [
                source,
                action === 'new' || action === 'changed' ? 'indexed' : action,
              ]),
            ),
          );
          expect(inLibrary(cubo)).toEqual(await onDisk(documents));
          expect([...cubo.documents()].map(({ metadata }) => metadata.state)).toEqual(
            [...cubo.documents()].map(() => taken.state),
          );
        }
        expect((await cubo.doctor()).problems).toEqual([]);
        for (const [path = '', sha256] of inLibrary(cubo)) {
          const hits = await cubo.search('ferry lease olives', { scope: { sources: [path] }, mode: 'sparse' });
          expect(hits.map(({ source, text }) => [source, hashOf(text)])).toEqual([[path, sha256]]);
        }
        await cubo.close();
      }),
      { seed: 20260501, numRuns: 12, examples: [[copiedThenChanged], [rotated]] },
    );
  }, 60_000);
});
