import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCompoundFile } from '../src/extractors/msg/compound-file.ts';
import { decompressRtf } from '../src/extractors/msg/decompress-rtf.ts';
import { msgExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { compoundFile, type MsgProperties, msgObject } from './helpers/msg-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = (bytes: Uint8Array) => extract(msgExtractor(), bytesSource('a.msg', bytes));
const sent = new Date('2024-05-03T12:05:00Z');
const properties: MsgProperties = {
  55: 'Grüße aus Berlin',
  57: sent,
  3098: 'Jörg Müller',
  23809: 'joerg@example.com',
  4096: 'First line.\r\n\r\n> Quoted.',
};
const recipient = (name: string, address: string, kind: number) =>
  msgObject({ 12289: name, 14846: address, 3093: kind }, 8);
const short = 'Subject: Grüße aus Berlin\nFrom: Jörg Müller <joerg@example.com>\nDate: Fri, 03 May 2024 12:05:00 +0000';

const message = compoundFile({
  ...msgObject(properties, 32),
  '__recip_version1.0_#00000000': recipient('Ada', 'ada@example.com', 1),
  '__recip_version1.0_#00000001': recipient('c@example.com', 'c@example.com', 2),
  '__attach_version1.0_#00000000': msgObject({ 14087: 'list.csv', 14081: Buffer.from('name,price\npump,3\n') }, 8),
  '__attach_version1.0_#00000001': {
    ...msgObject({ 12289: 'Inner', 14085: 5 }, 8),
    '__substg1.0_3701000D': {
      ...msgObject({ 55: 'Inner', 4096: 'Inner text.' }, 24),
      '__attach_version1.0_#00000000': msgObject({ 14087: 'ünder.txt', 14081: Buffer.alloc(9000, 'deep ') }, 8),
    },
  },
});

const richText = Buffer.from('{\\rtf1 The rich body.}');
const stored = Buffer.concat([Buffer.alloc(16), richText]);
stored.writeUInt32LE(richText.length, 4);
stored.writeUInt32LE(0x414c454d, 8);

describe('msgExtractor', () => {
  test.each([
    ['empty', Buffer.alloc(0), []],
    ['blank', Buffer.from('<html><body>\r\n</body></html>'), []],
    ['binary', Buffer.alloc(3000), [{ place: 'the HTML of the message', code: 'CUBO_FORMAT_INVALID' }]],
  ])('reads the Rich Text beside an HTML that is %s', async (_, html, reported) => {
    const { sections, unread } = await read(compoundFile(msgObject({ 55: 'Hi', 4105: stored, 4115: html }, 32)));
    expect(sections.map(({ text }) => text)).toEqual(['Subject: Hi', 'The rich body.']);
    expect(unread).toMatchObject(reported);
  });

  test('reads bytes once that several attachments claim', async () => {
    const attachments = Array.from({ length: 50 }, (__, index) => [
      `__attach_version1.0_#${String(index).padStart(8, '0')}`,
      msgObject({ 14087: `${index}.txt`, 14081: Buffer.alloc(index === 0 ? 100_000 : 5000, 'shared ') }, 8),
    ]);
    const bytes = Buffer.from(compoundFile({ ...msgObject(properties, 32), ...Object.fromEntries(attachments) }));
    const name = Buffer.from('__substg1.0_37010102', 'utf16le');
    const places: number[] = [];
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) places.push(at);
    const first = places.find((at) => bytes.readUInt32LE(at + 120) === 100_000) as number;
    for (const at of places) bytes.copy(bytes, at + 116, first + 116, first + 124);
    const { sections, unread } = await read(bytes);
    expect(
      sections
        .filter(({ locator }) => locator.member)
        .map(({ text }) => text)
        .join('').length,
    ).toBeLessThan(100_001);
    expect(unread).toHaveLength(49);
    expect(unread[0]?.reason).toContain('share their bytes');
  });

  test('reads header, body, attachments and messages in the message', async () => {
    const { sections, description, unread } = await read(message);
    expectOrderedSections(sections);
    expect(sections.map(({ text, locator }) => [text.slice(0, 200), locator.member])).toEqual([
      [`${short}\nTo: Ada <ada@example.com>\nCc: c@example.com\n\nFirst line.\n\n> Quoted.`, undefined],
      ['name,price\npump,3', ['list.csv']],
      ['Subject: Inner\n\nInner text.', ['Inner.eml']],
      ['deep '.repeat(40), ['Inner.eml', 'ünder.txt']],
    ]);
    expect(sections[0]?.context).toBe(short);
    expect(description).toEqual({
      title: 'Grüße aus Berlin',
      author: 'Jörg Müller <joerg@example.com>',
      metadata: { date: '2024-05-03T12:05:00.000Z', to: ['Ada <ada@example.com>'] },
    });
    expect(unread).toEqual([]);
    // Another reader reads the same in it.
    const { default: Reader } = createRequire(import.meta.url)(
      '@kenjiuno/msgreader',
    ) as typeof import('@kenjiuno/msgreader');
    const { subject, attachments } = new Reader(Uint8Array.from(message).buffer).getFileData();
    expect([subject, attachments?.length]).toEqual(['Grüße aus Berlin', 2]);
  });

  test('reads HTML, and texts in the code page of the message', async () => {
    const html = await read(
      compoundFile(
        msgObject({ 55: 'Offer', 4115: Buffer.from('<h1>Price</h1><p>10 \xa4', 'latin1'), 16350: 28605 }, 32),
      ),
    );
    expect(html.sections.map(({ text }) => text)).toEqual(['Subject: Offer', 'Price\n\n10 €']);
    const ansi = {
      55: { ansi: encodeText('Договор', 'windows-1251') },
      4096: { ansi: encodeText('Текст', 'windows-1251') },
    };
    const { sections } = await read(compoundFile(msgObject({ ...ansi, 16381: 1251 }, 32)));
    expect(sections[0]?.text).toBe('Subject: Договор\n\nТекст');
  });

  test('unpacks Rich Text', () => {
    // The example of [MS-OXRTFCP] 3.1.
    const packed = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    );
    expect(Buffer.from(decompressRtf(packed, 1000)).toString('latin1')).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    );
    expect(() => decompressRtf(packed, 10)).toThrow('larger');
    expect(() => decompressRtf(packed.subarray(0, 10), 1000)).toThrow('cut off');
  });

  test('refuses what is no message', async () => {
    for (const bytes of [
      Buffer.from('text'),
      message.subarray(0, 700),
      compoundFile({ WordDocument: Buffer.from('x') }),
    ])
      await expect(read(bytes)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: '/test/a.msg' });
  });

  test('ends on any damage, also on chains and trees with cycles', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(message.length - 1), fc.constantFrom(0, 1, 2, 3, 5, 0xfe, 0xff)), {
          minLength: 1,
          maxLength: 12,
        }),
        async (changes) => {
          const bytes = Uint8Array.from(message);
          for (const [at, value] of changes) bytes[at] = value;
          const result = await read(bytes).catch((error: unknown) => error as { code: string });
          if ('sections' in result) expectOrderedSections(result.sections);
          else expect(result.code).toMatch(/^CUBO_(?:FORMAT_INVALID|SOURCE_EMPTY)$/);
        },
      ),
      { seed: 7, numRuns: 80 },
    );
    const cyclic = Buffer.from(message);
    // Each number of the table of sectors leads to sector 0.
    for (let at = 0; at < 512; at += 4) cyclic.writeUInt32LE(0, (message[76] as number) * 512 + 512 + at);
    expect(() => openCompoundFile(cyclic)).toThrow('cycle');
  });
});
