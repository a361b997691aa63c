import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createCubo } from '../src/index.ts';
import { collect, writeFiles } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

test('a job whose process was killed is shown as interrupted, and resume goes on with it', async () => {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  const library = join(directory, 'library');
  await writeFiles(
    documents,
    Object.fromEntries(
      Array.from({ length: 900 }, (_, i) => [`${i}.txt`, `Order ${i} left the depot at dawn. `.repeat(90)]),
    ),
  );
  const child = spawn(process.execPath, [cli, 'ingest', documents, '--library', library, '--json']);
  let started = '';
  child.stdout.on('data', (bytes) => {
    started += bytes;
    if (started.includes('"type":"publish"')) child.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => child.on('exit', (_code, killedBy) => resolve(killedBy)));
  expect(signal).toBe('SIGKILL');
  const { job } = JSON.parse(started.slice(0, started.indexOf('\n'))) as { job: string };

  const cubo = await createCubo({ workers: 0, path: library });
  const before = await cubo.status();
  expect(before.jobs).toMatchObject([{ id: job, state: 'interrupted', paths: [documents] }]);
  expect(before.documents).toBeGreaterThan(0);
  expect(before.documents).toBeLessThan(900);
  const events = await collect(cubo.resume());
  expect(events[0]).toEqual({ type: 'job-start', job, resumed: true });
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    files: 900,
    outcomes: { indexed: 900 - before.documents, unchanged: before.documents },
  });
  const after = await cubo.status();
  expect(after).toMatchObject({ documents: 900, lexical: { coverage: 1 }, dense: { coverage: 1 } });
  expect(after.jobs).toMatchObject([{ id: job, state: 'done' }]);
  expect((await cubo.doctor()).problems).toEqual([]);
  await cubo.close();
}, 60_000);
