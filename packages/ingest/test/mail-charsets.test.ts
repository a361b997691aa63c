import { describe, expect, test } from 'vitest';
import { emlExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeHz, encodeIso2022Kr, encodeText, encodeUtf7 } from './helpers/encode-text.ts';
import { extract } from './helpers/sections.ts';

const read = async (...parts: (string | Uint8Array)[]) => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  const { sections } = await extract(emlExtractor(), bytesSource('a.eml', bytes));
  return sections.map(({ text }) => text).join('\n\n');
};
const chinese = '租金应于每月五日之前支付。';
const korean = '월세는 매달 오 일까지 내야 합니다.';
const russian = 'Ключи можно получить у управляющего, с понедельника по пятницу.';

describe('the charset of a mail', () => {
  test.each<[string, Uint8Array, string]>([
    ['utf-7', encodeUtf7('Grüße + 5 € 😀 & ~'), 'Grüße + 5 € 😀 & ~'],
    ['UNICODE-1-1-UTF-7', encodeUtf7('1 + 1 = 2'), '1 + 1 = 2'],
    ['hz-gb-2312', encodeHz(`a ~~ ${chinese}\nb`.replace('~~', '')), `a  ${chinese}\nb`],
    ['iso-2022-kr', encodeIso2022Kr(`a ${korean} b`), `a ${korean} b`],
    ['macintosh', encodeText('Größe: fünf', 'macintosh'), 'Größe: fünf'],
    ['cp850', encodeText('Größe: fünf', 'ibm850'), 'Größe: fünf'],
    ['IBM437', encodeText('Größe: fünf', 'ibm437'), 'Größe: fünf'],
    ['koi8-r', encodeText(russian, 'koi8-r'), russian],
    ['utf-8', encodeText(russian, 'windows-1251'), russian],
    ['us-ascii', encodeText(russian, 'koi8-r'), russian],
    ['unknown-8bit', encodeText(chinese, 'gb18030'), chinese],
  ])('%s is decoded', async (charset, body, text) => {
    for (const type of ['text/plain', 'TEXT/Plain']) {
      const head = `From: a@example.com\nContent-Type: ${type}; charset="${charset}"\nContent-Transfer-Encoding: `;
      expect(await read(`${head}8bit\n\n`, body)).toBe(`From: a@example.com\n\n${text}`);
      expect(await read(`${head}base64\n\n`, Buffer.from(body).toString('base64'))).toBe(
        `From: a@example.com\n\n${text}`,
      );
    }
  });

  test('is found for each part that names none, beside one that does', async () => {
    const text = await read(
      'From: a@example.com\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain; charset=utf-8\n\nGrüße.\n--x\n\n',
      encodeText(russian, 'windows-1251'),
      '\n--x\nContent-Type: text/html\n\n<p>',
      encodeText(russian, 'koi8-r'),
      '</p>\n--x--\n',
    );
    expect(text).toContain(`Grüße.`);
    expect(text).toContain(russian);
    expect(text).not.toContain('\ufffd');
  });

  test('counts in the header: encoded words, and bytes without any', async () => {
    const word = (charset: string, bytes: Uint8Array) => `=?${charset}?B?${Buffer.from(bytes).toString('base64')}?=`;
    const quoted = `=?utf-7?Q?${Buffer.from(encodeUtf7('Grüße')).toString('latin1').replaceAll('+', '=2B')}_x?=`;
    expect(
      await read(
        `From: ${word('hz-gb-2312', encodeHz('王小明'))} <a@example.com>\n`,
        `Subject: ${word('iso-2022-kr', encodeIso2022Kr('월세'))} ${quoted}\n\nText.`,
      ),
    ).toBe('Subject: 월세Grüße x\nFrom: 王小明 <a@example.com>\n\nText.');
    const subject = encodeText('Договор', 'koi8-r');
    const named = await read(
      'Subject: ',
      subject,
      '\nFrom: a@example.com\nContent-Type: text/plain; charset=koi8-r\n\n',
      encodeText('Да', 'koi8-r'),
    );
    expect(named).toBe('Subject: Договор\nFrom: a@example.com\n\nДа');
    const unnamed = await read('Subject: ', subject, '\nFrom: a@example.com\n\n', encodeText(russian, 'koi8-r'));
    expect(unnamed).toBe(`Subject: Договор\nFrom: a@example.com\n\n${russian}`);
  });
});
