import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashingEmbedder } from '@cubo/contracts/testing';
import { expect, onTestFinished, test } from 'vitest';
import { encryptions } from '../../library/test/encryptions.ts';
import { createCubo } from '../src/index.ts';
import { collect } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Mounts a file system of so many megabytes; false where this user may not. */
function mountSmall(path: string, megabytes: number): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', path], { stdio: 'ignore' }));
  return true;
}

const options = { embedder: hashingEmbedder(), threads: false, workers: 0 } as const;

/** Words that do not compress away. */
const text = (seed: number, words: number) =>
  Array.from({ length: words }, (_, i) => `w${((i + 1) * (seed + 7919) * 2654435761) % 4294967291}`).join(' ');

test.for(encryptions)(
  'a disk that is full ends the job with a reason, loses nothing, and the job goes on when there is room, $name',
  { timeout: 60_000 },
  async ({ encryption }, { skip }) => {
    const directory = await temporaryDirectory();
    const [documents, disk] = [join(directory, 'documents'), join(directory, 'disk')];
    await mkdir(documents);
    await mkdir(disk);
    if (!mountSmall(disk, 1)) return skip();
    await writeFile(join(documents, '0.txt'), 'The ferry leaves the harbour at noon.');
    const library = join(disk, 'library');
    const cubo = await createCubo({ path: library, encryption, ...options });
    await cubo.ingest(documents);
    for (let i = 1; i < 7; i++) await writeFile(join(documents, `${i}.txt`), text(i, 12_000));

    const error: unknown = await collect(cubo.ingest(documents)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'CUBO_STORAGE_FAILED' });
    expect(String(error)).toMatch(/space/);
    expect((await cubo.search('ferry harbour noon', { mode: 'sparse' }))[0]?.source).toBe(join(documents, '0.txt'));
    await cubo.close();

    execFileSync('mount', ['-o', 'remount,size=200m', disk]);
    const again = await createCubo({ path: library, encryption, ...options });
    expect((await again.doctor()).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const events = await collect(again.ingest(documents));
    expect(events[0]).toMatchObject({ type: 'job-start', resumed: true });
    expect(await again.status()).toMatchObject({ documents: 7, lexical: { coverage: 1 }, dense: { coverage: 1 } });
    expect((await again.doctor()).problems).toEqual([]);
    await again.close();
  },
);
