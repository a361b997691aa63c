import { isCuboError } from '@cubo/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBerReader } from '../src/extractors/cms/ber-reader.ts';
import { builtinExtractors, cmsExtractor, createExtractorRegistry, emlExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { type CmsFileOptions, cmsFile } from './helpers/cms-file.ts';
import { docxFile } from './helpers/docx-file.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = async (bytes: Uint8Array, name = 'fees.csv.p7m') => {
  const extraction = await extract(cmsExtractor(), bytesSource(name, bytes));
  expectOrderedSections(extraction.sections);
  return extraction;
};
const fees = Buffer.from('item,fee\nkey,5\n');
const entity = (text: string) =>
  Buffer.from(
    [
      'Content-Type: multipart/mixed; boundary=y',
      '',
      '--y',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--y',
      'Content-Type: text/csv; name=fees.csv',
      'Content-Disposition: attachment',
      '',
      fees.toString(),
      '--y--',
    ].join('\r\n'),
  );
const both: CmsFileOptions[] = [{}, { isIndefinite: true }];

describe('cmsExtractor', () => {
  test.each(both)('reads the document that was signed, %j', async (options) => {
    const { sections } = await read(cmsFile(fees, options));
    expect(sections.map(({ text, locator, heading }) => [text, locator.member, heading])).toEqual([
      ['item,fee\nkey,5', ['fees.csv'], ['fees.csv']],
    ]);
    const docx = await read(cmsFile(docxFile({ blocks: [{ text: 'The lease.' }] }), options), 'lease.p7m');
    expect(docx.sections).toMatchObject([{ text: 'The lease.', locator: { member: ['lease'] } }]);
    const message = await read(cmsFile(entity('Grüße.'), options), 'smime.p7m');
    expect(message.sections.map(({ text, locator }) => [text, locator.member])).toEqual([
      ['Grüße.', ['smime']],
      ['item,fee\nkey,5', ['smime', 'fees.csv']],
    ]);
  });

  test('reads it from Base64, with the lines of PEM or without', async () => {
    const base64 = cmsFile(fees).toString('base64').replace(/.{64}/g, '$&\r\n');
    for (const text of [base64, `-----BEGIN PKCS7-----\r\n${base64}\r\n-----END PKCS7-----\r\n`])
      expect((await read(Buffer.from(text))).sections[0]?.text).toBe('item,fee\nkey,5');
  });

  test.each<[string, Uint8Array, string]>([
    ['an encrypted file', cmsFile(fees, { type: 3 }), 'CUBO_SOURCE_ENCRYPTED'],
    ['another structure', cmsFile(fees, { type: 5 }), 'CUBO_FORMAT_INVALID'],
    ['a signature by itself', cmsFile(undefined), 'CUBO_SOURCE_EMPTY'],
    ['a certificate', Buffer.from('3003020101', 'hex'), 'CUBO_FORMAT_INVALID'],
    ['some text', Buffer.from('MIText'), 'CUBO_FORMAT_INVALID'],
    ['nothing', Buffer.alloc(0), 'CUBO_FORMAT_INVALID'],
    ['a cut off file', cmsFile(fees).subarray(0, -30), 'CUBO_FORMAT_INVALID'],
    ['one that ends nowhere', cmsFile(fees, { isIndefinite: true }).subarray(0, 70), 'CUBO_FORMAT_INVALID'],
  ])('refuses %s', async (_, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code, path: '/test/fees.csv.p7m' });
  });

  test('is known by its first bytes', () => {
    const registry = createExtractorRegistry(builtinExtractors());
    for (const options of both) {
      const bytes = cmsFile(fees, options);
      expect(registry.find(bytesSource('signed', bytes), bytes).id).toMatch(/^cms@/);
    }
    expect(registry.find(bytesSource('0.txt', fees), fees).id).toMatch(/^text@/);
  });

  test('ends on elements inside each other without end', () => {
    const reader = createBerReader(Buffer.alloc(100_000, Buffer.from('2480', 'hex')));
    expect(() => Array.from(reader.children(reader.element(0)))).toThrow('nested');
    expect(() => reader.octets(reader.element(0))).toThrow('nested');
  });

  test('ends on any damage with text or a CuboError', async () => {
    const files = both.map((options) => cmsFile(entity('Grüße.'), options));
    const damage = fc.array(fc.tuple(fc.nat(400), fc.constantFrom(0, 4, 0x24, 0x30, 0x80, 0x84, 0xa0, 0xff)), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), damage, async (bytes, changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const [place, value] of changes) damaged[place % damaged.length] = value;
        try {
          await read(damaged);
        } catch (error) {
          expect(isCuboError(error), String((error as Error).stack)).toBe(true);
        }
      }),
      { seed: 47, numRuns: 150 },
    );
  });
});

describe('signed messages', () => {
  const header = ['From: Ada <ada@example.com>', 'Subject: Fees', 'Date: Fri, 3 May 2024 14:05:00 +0200'];
  const block = 'Subject: Fees\nFrom: Ada <ada@example.com>\nDate: Fri, 3 May 2024 14:05:00 +0200';
  const part = (cms: Uint8Array, name = 'smime.p7m') => [
    `Content-Type: application/pkcs7-mime; smime-type=signed-data; name=${name}`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(cms).toString('base64'),
  ];
  const readMail = async (...lines: string[]) => {
    const bytes = Buffer.from([...header, 'MIME-Version: 1.0', ...lines].join('\r\n'));
    const extraction = await extract(emlExtractor(), bytesSource('a.eml', bytes));
    expectOrderedSections(extraction.sections);
    return extraction;
  };

  test('are read as the message that was signed, once or twice', async () => {
    const once = cmsFile(entity('Grüße.'), { isIndefinite: true });
    const twice = cmsFile(Buffer.from(part(once).join('\r\n')));
    for (const cms of [once, twice]) {
      const { sections, unread } = await readMail(...part(cms));
      expect(sections.map(({ text, locator }) => [text, locator.member])).toEqual([
        [`${block}\n\nGrüße.`, undefined],
        ['item,fee\nkey,5', ['fees.csv']],
      ]);
      expect(unread).toEqual([]);
    }
  });

  test('leave what was signed within a message an attachment of it, and signatures out', async () => {
    const mixed = (...parts: (readonly string[])[]) => [
      'Content-Type: multipart/mixed; boundary=x',
      '',
      ...parts.flatMap((each) => ['--x', ...each]),
      '--x--',
    ];
    const { sections, unread } = await readMail(
      ...mixed(
        ['', 'Own text.'],
        part(cmsFile(entity('Forwarded.'))),
        part(cmsFile(fees), 'fees.csv.p7m'),
        part(cmsFile(undefined)),
        part(cmsFile(fees, { type: 3 }), 'secret.p7m'),
        part(Buffer.from('broken'), 'broken.p7m'),
      ),
    );
    expect(sections.map(({ text, locator }) => [text, locator.member])).toEqual([
      [`${block}\n\nOwn text.`, undefined],
      ['Forwarded.', ['smime.p7m', 'smime']],
      ['item,fee\nkey,5', ['smime.p7m', 'smime', 'fees.csv']],
      ['item,fee\nkey,5', ['fees.csv.p7m', 'fees.csv']],
    ]);
    expect(unread).toMatchObject([
      { place: 'secret.p7m', code: 'CUBO_SOURCE_ENCRYPTED' },
      { place: 'broken.p7m', code: 'CUBO_FORMAT_INVALID' },
    ]);
  });
});
