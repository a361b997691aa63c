import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { writeFiles } from './open-cubo.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const dist = new URL('../dist/index.js', import.meta.url).href;

test('a program that is given on the command line ingests and extracts in threads, and ends by itself', async () => {
  const directory = await temporaryDirectory();
  const documents = join(directory, 'documents');
  await writeFiles(documents, { 'a.txt': 'The anchor holds.' });
  const program = `
    import { createCubo } from ${JSON.stringify(dist)};
    const cubo = await createCubo({ path: ${JSON.stringify(join(directory, 'library'))}, threads: 1 });
    const { outcomes } = await cubo.ingest(${JSON.stringify(documents)});
    const source = { uri: 'note:1', name: 'note.md', open: async function* () { yield Buffer.from('A note.'); } };
    const { chunks } = await cubo.extract(source);
    console.log(outcomes.indexed, chunks[0].text);`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect([stdout.trim(), stderr]).toEqual(['1 A note.', '']);
});
