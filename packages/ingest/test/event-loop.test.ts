import type { Extractor } from '@cubo/contracts';
import { expect, test } from 'vitest';
import { csvExtractor } from '../src/index.ts';
import { readSections } from '../src/pipeline/read-sections.ts';
import { openText } from '../src/text/decode-text.ts';
import { readXml } from '../src/xml/read-xml.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { stream } from './helpers/sections.ts';

/** How often a timer of one millisecond runs meanwhile. */
async function turnsDuring(work: () => Promise<void>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await work();
  clearInterval(timer);
  return turns;
}

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('other work has its turn between the sections of any extractor', async () => {
  const extractor: Extractor = {
    id: 'busy@1',
    mediaTypes: [],
    extensions: [],
    async *extract() {
      for (let number = 0; number < 100; number++) {
        busy(2);
        yield { text: '', kind: 'prose', locator: { kind: 'characters', start: 0, end: 0 } };
      }
    },
  };
  const context = { maximumBytes: 1, unread() {}, describe() {} };
  const turns = await turnsDuring(async () => {
    for await (const _ of readSections(extractor, bytesSource('a', new Uint8Array(0)), context));
  });
  expect(turns).toBeGreaterThan(5);
});

test('other work has its turn while a text is decoded', async () => {
  const turns = await turnsDuring(async () => {
    const { pieces } = await openText(bytesSource('a.txt', Buffer.alloc(1024 * 1024, 'a')));
    let length = 0;
    for await (const piece of pieces()) {
      length += piece.length;
      busy(4);
    }
    expect(length).toBe(1024 * 1024);
  });
  expect(turns).toBeGreaterThan(5);
});

test('other work has its turn while the encoding of a text is found', async () => {
  const bytes = Buffer.alloc(48 * 1024 * 1024, 'ä');
  const turns = await turnsDuring(async () => {
    await openText(bytesSource('a.txt', bytes));
  });
  expect(turns).toBeGreaterThan(2);
});

test('other work has its turn between the rows of a long table, also of one in a single piece', async () => {
  const bytes = Buffer.from(`name,fee\n${'key,5\n'.repeat(400_000)}`);
  const context = { maximumBytes: 1, unread() {}, describe() {} };
  let turn = 0;
  let [seen, heard, most] = [0, 0, 0];
  const timer = setInterval(() => turn++, 1);
  for await (const { rowStarts = [] } of csvExtractor().extract(bytesSource('a.csv', bytes), context)) {
    if (turn !== seen) heard = 0;
    seen = turn;
    heard += rowStarts.length;
    most = Math.max(most, heard);
  }
  clearInterval(timer);
  expect(most).toBeLessThan(200_000);
});

test('XML is handed on in small pieces, however long those are that it arrives in', async () => {
  let heard = 0;
  const bytes = Buffer.from(`<a>${'<b/>'.repeat(100_000)}</a>`);
  const handler = { open: () => heard++ };
  let most = 0;
  for await (const _ of readXml(stream([bytes]), handler, { uri: 'test:xml' })) {
    most = Math.max(most, heard);
    heard = 0;
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(5000);
});
