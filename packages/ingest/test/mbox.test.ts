import { describe, expect, test } from 'vitest';
import { mboxExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const from = 'From ada@example.com Fri May  3 14:05:00 2024';
const message = (subject: string, ...body: string[]) => [
  from,
  'From: a@example.com',
  `Subject: ${subject}`,
  '',
  ...body,
  '',
];
const read = (lines: string[], options = {}, pieceSize = 7) => {
  const bytes = Buffer.from(lines.join('\n'));
  const source = {
    ...bytesSource('a.mbox', bytes),
    async *open() {
      for (let start = 0; start < bytes.length; start += pieceSize) yield bytes.subarray(start, start + pieceSize);
    },
  };
  return extract(mboxExtractor(), source, options);
};

describe('mboxExtractor', () => {
  test('reads messages one by one, each under its subject', async () => {
    const { sections, unread, description } = await read([
      ...message('One', 'First.', 'From here on it is text.', '', 'From here on too.', '>From quoted', '>>From twice'),
      ...message('Two', 'Second.'),
    ]);
    expectOrderedSections(sections);
    expect(sections.map(({ text, heading }) => [text, heading])).toEqual([
      [
        'Subject: One\nFrom: a@example.com\n\nFirst.\nFrom here on it is text.\n\nFrom here on too.\nFrom quoted\n>From twice',
        ['One'],
      ],
      ['Subject: Two\nFrom: a@example.com\n\nSecond.', ['Two']],
    ]);
    expect(sections[1]?.context).toBe('Subject: Two\nFrom: a@example.com');
    expect(unread).toEqual([]);
    expect(description).toEqual({});
  });

  test('reads the first message behind a byte order mark, and says that something stands before it', async () => {
    const [first = '', ...rest] = [...message('One', 'First.'), ...message('Two', 'Second.')];
    const marked = await read([`\ufeff${first}`, ...rest]);
    expect(marked.sections).toHaveLength(2);
    expect(marked.unread).toEqual([]);
    const preceded = await read(['Exported on Friday', '', first, ...rest]);
    expect(preceded.sections).toHaveLength(2);
    expect(preceded.unread).toMatchObject([{ place: 'what comes before the first message' }]);
  });

  test('reads attachments under the name of their message', async () => {
    const { sections } = await read([
      from,
      'Subject: Three',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      '',
      'See the list.',
      '--x',
      'Content-Type: text/csv; name=list.csv',
      'Content-Disposition: attachment',
      '',
      'name,price',
      'pump,3',
      '--x--',
      '',
    ]);
    expect(sections[1]).toMatchObject({
      text: 'name,price\npump,3',
      heading: ['Three', 'message 1/list.csv'],
      locator: { kind: 'rows', member: ['message 1/list.csv'] },
    });
  });

  test('passes over messages that are too large or damaged, and says so', async () => {
    const lines = [
      ...message('Big', 'x'.repeat(200_000)),
      from,
      'no header',
      '',
      'text',
      '',
      ...message('Fine', 'Text.'),
    ];
    const { sections, unread } = await read(lines, { maximumBytes: 50_000 }, 10_000);
    expect(sections.map(({ heading }) => heading)).toEqual([['Fine']]);
    expect(unread.map(({ place, code }) => [place, code])).toEqual([
      ['message 1', 'CUBO_SOURCE_TOO_LARGE'],
      ['message 2', 'CUBO_FORMAT_INVALID'],
    ]);
  });

  test('refuses what is no mailbox', async () => {
    await expect(read(['Some text', '', 'From here'])).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
  });
});
