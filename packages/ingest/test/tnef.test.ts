import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtinExtractors, createExtractorRegistry, emlExtractor, tnefExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';
import { type TnefContent, tnefFile } from './helpers/tnef-file.ts';

const read = async (content: TnefContent | Uint8Array) => {
  const bytes = content instanceof Uint8Array ? content : tnefFile(content);
  const extraction = await extract(tnefExtractor(), bytesSource('winmail.dat', bytes));
  expectOrderedSections(extraction.sections);
  return extraction;
};
const header = ['From: Ada <ada@example.com>', 'Subject: Fees', 'Date: Fri, 3 May 2024 14:05:00 +0200'];
const readMail = async (text: string, winmail: Uint8Array) => {
  const lines = [
    ...header,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    text,
    '--x',
    'Content-Type: application/ms-tnef; name="winmail.dat"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(winmail).toString('base64'),
    '--x--',
  ];
  const extraction = await extract(emlExtractor(), bytesSource('a.eml', Buffer.from(lines.join('\r\n'))));
  expectOrderedSections(extraction.sections);
  return extraction;
};

const fees = Buffer.from('item,fee\nkey,5\n');
const rtf = Buffer.concat([
  Buffer.alloc(8),
  Buffer.from('MELA'),
  Buffer.alloc(4),
  Buffer.from('{\\rtf1 From {\\b RTF}.}'),
]);
rtf.writeUInt32LE(rtf.length - 16, 4);
const message: TnefContent = {
  properties: [
    [0x8001, 'named'],
    [0x0037, 'Die Gebühren'],
    [0x0039, new Date('2024-05-03T12:05:00Z')],
    [0x0c1a, 'Jörg Müller'],
    [0x5d01, 'joerg@example.com'],
    [0x1000, 'First line.\r\n\r\n> Quoted.'],
    [0x8002, 3],
  ],
  recipients: [
    [
      [0x3001, 'Ada'],
      [0x39fe, 'ada@example.com'],
      [0x0c15, 1],
    ],
    [
      [0x3001, 'Bob'],
      [0x0c15, 2],
    ],
  ],
  attachments: [
    { title: 'FEES~1.CSV', data: fees, properties: [[0x3707, 'fees for May.csv']] },
    {
      title: 'Inner',
      properties: [
        [
          0x3701,
          {
            message: tnefFile({
              properties: [
                [0x0037, 'Inner'],
                [0x1000, 'Inner text.'],
              ],
            }),
          },
        ],
      ],
    },
  ],
};

describe('tnefExtractor', () => {
  test('reads header, body, attachments and messages in the message', async () => {
    const { sections, description, unread } = await read(message);
    const short = 'Subject: Die Gebühren\nFrom: Jörg Müller <joerg@example.com>\nDate: Fri, 03 May 2024 12:05:00 +0000';
    expect(sections.map(({ text, locator, context }) => [text, locator.member, context])).toEqual([
      [`${short}\nTo: Ada <ada@example.com>\nCc: Bob\n\nFirst line.\n\n> Quoted.`, undefined, short],
      ['item,fee\nkey,5', ['fees for May.csv'], 'item,fee'],
      ['Subject: Inner\n\nInner text.', ['Inner.eml'], 'Subject: Inner'],
    ]);
    expect(description).toEqual({
      title: 'Die Gebühren',
      author: 'Jörg Müller <joerg@example.com>',
      metadata: { date: '2024-05-03T12:05:00.000Z', to: ['Ada <ada@example.com>'] },
    });
    expect(unread).toEqual([]);
  });

  test.each<[string, TnefContent, string]>([
    ['text in the code page', { codePage: 1251, body: encodeText('Договор', 'windows-1251') }, 'Договор'],
    [
      'a property in the code page',
      { codePage: 932, properties: [[0x1000, { ansi: encodeText('家賃', 'shift_jis') }]] },
      '家賃',
    ],
    [
      'HTML',
      {
        properties: [
          [0x1013, Buffer.from('<p>10 \xa4', 'latin1')],
          [0x3fde, 28605],
        ],
      },
      '10 €',
    ],
    ['compressed Rich Text', { properties: [[0x1009, rtf]] }, 'From RTF.'],
  ])('reads a body that is %s', async (_, content, text) => {
    expect((await read(content)).sections.map((section) => section.text)).toEqual([text]);
  });

  test('gives its files, and its body where the mail has none, to the mail it came with', async () => {
    const subject = 'Subject: Fees\nFrom: Ada <ada@example.com>\nDate: Fri, 3 May 2024 14:05:00 +0200';
    const own = await readMail('The text of the mail.', tnefFile(message));
    expect(own.sections.map(({ text, locator }) => [text, locator.member])).toEqual([
      [`${subject}\n\nThe text of the mail.`, undefined],
      ['item,fee\nkey,5', ['fees for May.csv']],
      ['Subject: Inner\n\nInner text.', ['Inner.eml']],
    ]);
    const empty = await readMail('', tnefFile(message));
    expect(empty.sections[0]?.text).toBe(`${subject}\n\nFirst line.\n\n> Quoted.`);
    expect([own.unread, empty.unread]).toEqual([[], []]);
  });

  test('says what cannot be read', async () => {
    const ole = { title: 'Chart', properties: [[0x3701, { message: fees }]] } as const;
    const bytes = Buffer.from(tnefFile({ body: fees, attachments: [ole, { title: 'linked.pdf' }] }));
    // The kind of the object is another one.
    bytes[bytes.indexOf(Buffer.from('07030200', 'hex'))] = 0x0b;
    expect((await read(bytes)).unread).toEqual([
      { place: 'Chart', reason: expect.stringContaining('another program'), code: 'CUBO_FORMAT_UNSUPPORTED' },
      { place: 'linked.pdf', reason: expect.stringContaining('only a link'), code: 'CUBO_FORMAT_UNSUPPORTED' },
    ]);
    const cut = tnefFile(message).subarray(0, -150);
    for (const { sections, unread } of [await read(cut), await readMail('', cut)]) {
      expect(sections.at(-1)?.text).toBe('item,fee\nkey,5');
      expect(unread).toMatchObject([{ place: 'winmail.dat', code: 'CUBO_FORMAT_INVALID' }]);
    }
    const broken = await readMail('Text.', Buffer.from('789f3e220100ff', 'hex'));
    expect(broken.unread).toMatchObject([{ place: 'winmail.dat', code: 'CUBO_FORMAT_INVALID' }]);
    expect(broken.unread[0]?.reason).toContain('TNEF');
  });

  test('opens messages in messages only so deep', async () => {
    let inner = tnefFile({ body: Buffer.from('Innermost.') });
    for (let depth = 0; depth < 8; depth++)
      inner = tnefFile({
        body: Buffer.from(`Level ${depth}.`),
        attachments: [{ title: `${depth}`, properties: [[0x3701, { message: inner }]] }],
      });
    const { sections, unread } = await read(inner);
    expect(sections.map(({ text }) => text)).toEqual([
      'Level 7.',
      'Level 6.',
      'Level 5.',
      'Level 4.',
      'Level 3.',
      'Level 2.',
    ]);
    expect(unread).toMatchObject([{ code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('is known by its first bytes, and refuses what it is not', async () => {
    const registry = createExtractorRegistry(builtinExtractors());
    const bytes = tnefFile(message);
    expect(registry.find(bytesSource('winmail.dat', bytes), bytes).id).toMatch(/^tnef@/);
    for (const none of [Buffer.from('text'), Buffer.alloc(0), Buffer.from('789f3e220100ff', 'hex')])
      await expect(read(none)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: '/test/winmail.dat' });
    await expect(read(tnefFile({}))).rejects.toMatchObject({ code: 'CUBO_SOURCE_EMPTY' });
  });

  test('ends on any damage with text or a CuboError', async () => {
    const bytes = tnefFile(message);
    const damage = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.constantFrom(0, 1, 2, 0x1e, 0x7f, 0xff)), {
      minLength: 1,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place] = value;
        try {
          await read(damaged);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 46, numRuns: 150 },
    );
  });
});
