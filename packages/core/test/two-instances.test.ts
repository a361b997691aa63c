import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCubo, textSource } from '../src/index.ts';
import { finish, openCubo } from './open-cubo.ts';

const note = (name: string, text: string) => textSource({ uri: `note:${name}`, name: `${name}.txt`, text });

test('two instances that write in turn lose nothing of each other', async () => {
  const { cubo: first, directory } = await openCubo();
  await finish(first.ingest([note('a', 'The anchor holds.'), note('b', 'The buoy floats.')]));
  const second = await createCubo({ workers: 0, path: join(directory, 'library') });
  expect(await second.search('anchor')).toHaveLength(1);
  await finish(first.ingest([note('c', 'The compass points north.'), note('d', 'The deck is wet.')]));
  await second.delete('note:b');
  await finish(second.ingest([note('e', 'The engine hums.')]));
  await first.delete('note:a');
  for (const cubo of [first, second]) {
    expect([...cubo.documents()].map((document) => document.uri)).toEqual(['note:c', 'note:d', 'note:e']);
    for (const [word, found] of Object.entries({ anchor: 0, buoy: 0, compass: 1, deck: 1, engine: 1 })) {
      expect(await cubo.search(word, { mode: 'sparse' }), word).toHaveLength(found);
    }
    expect((await cubo.doctor()).problems).toEqual([]);
    expect((await cubo.status()).lexical).toMatchObject({ coverage: 1, chunks: 3 });
  }
  await second.close();
});

test('closing twice at once keeps what a running ingest has completed', async () => {
  const { cubo, directory } = await openCubo();
  const notes = Array.from({ length: 10 }, (_, i) => note(String(i), `Note number ${i}.`));
  const events = cubo.ingest(notes);
  for (let finished = 0; finished < 10; ) {
    const { value } = await events.next();
    if (value?.type === 'file-finish') finished++;
  }
  await Promise.all([cubo.close(), cubo.close()]);
  const reopened = await createCubo({ workers: 0, path: join(directory, 'library') });
  expect((await reopened.status()).documents).toBe(10);
  await reopened.close();
});
