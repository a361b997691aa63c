import { expect, test } from 'vitest';
import { collect, openCubo, writeFiles } from './open-cubo.ts';

const texts = {
  'anchor.md': '# Anchor\n\nThe anchor holds the ship.',
  'buoy.txt': 'The buoy floats on the water.',
  'folder/compass.txt': 'The compass points north.',
};

test('a folder is ingested in a thread as it is in the calling thread', async () => {
  const results = [];
  for (const threads of [false, 1] as const) {
    const { cubo, documents } = await openCubo({ threads });
    await writeFiles(documents, texts);
    const events = await collect(cubo.ingest(documents));
    const names = (value: string) => value.replace(documents, '');
    results.push({
      events: events.map((event) => ({
        ...event,
        ...('source' in event && { source: names(event.source) }),
        seconds: 0,
        job: '',
      })),
      hits: (await cubo.search('the ship')).map(({ source, text, score }) => ({ source: names(source), text, score })),
    });
    expect((await cubo.doctor()).problems).toEqual([]);
  }
  expect(results[1]).toEqual(results[0]);
});
