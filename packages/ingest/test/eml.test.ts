import { describe, expect, test } from 'vitest';
import { emlExtractor } from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { encodeText } from './helpers/encode-text.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
const read = (bytes: Uint8Array) => extract(emlExtractor(), bytesSource('a.eml', bytes));
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

const header = [
  'From: =?utf-8?q?J=C3=B6rg_M=C3=BCller?= <joerg@example.com>',
  'To: "Lovelace, Ada" <ada@example.com>,',
  ' Team: a@example.com, b@example.com;',
  'Cc: c@example.com',
  'Subject: =?iso-8859-1?q?Gr=FC=DFe_?= =?iso-8859-1?b?YXVzIEJlcmxpbg==?=',
  'Date: Fri, 3 May 2024 14:05:00 +0200',
  'MIME-Version: 1.0',
];
const short = 'Subject: Grüße aus Berlin\nFrom: Jörg Müller <joerg@example.com>\nDate: Fri, 3 May 2024 14:05:00 +0200';
const block = `${short}\nTo: Lovelace, Ada <ada@example.com>, a@example.com, b@example.com\nCc: c@example.com`;

describe('emlExtractor', () => {
  test('gives the header as text and as context, and the body with what it quotes', async () => {
    const { sections, description, unread } = await read(
      mail(
        ...header,
        'Content-Type: text/plain; charset=utf-8; format=flowed',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'A line that =',
        'goes =E2=80=9Con=E2=80=9D. ',
        'And on.',
        '',
        '> Quoted.',
      ),
    );
    expectOrderedSections(sections);
    expect(sections).toMatchObject([
      { text: `${block}\n\nA line that goes “on”. And on.\n\n> Quoted.`, kind: 'prose', context: short },
    ]);
    expect(description).toEqual({
      title: 'Grüße aus Berlin',
      author: 'Jörg Müller <joerg@example.com>',
      metadata: {
        date: '2024-05-03T12:05:00.000Z',
        to: ['Lovelace, Ada <ada@example.com>', 'a@example.com', 'b@example.com'],
      },
    });
    expect(unread).toEqual([]);
  });

  test('prefers text to HTML, and reads HTML where that is all, or all but all', async () => {
    const alternative = (text: string, html: string) =>
      mail(
        ...header,
        'Content-Type: multipart/alternative; boundary=x',
        '',
        ...(text ? ['--x', 'Content-Type: text/plain', '', text] : []),
        '--x',
        'Content-Type: text/html; charset=utf-8',
        'Content-Transfer-Encoding: base64',
        '',
        base64(html),
        '--x--',
      );
    const html = '<h1>Offer</h1><p>Three pumps.</p><table><tr><th>Pump<th>Price<tr><td>A<td>10</table>';
    const both = await read(alternative('Three pumps in plain text.', html));
    expect(both.sections.map(({ text }) => text)).toEqual([`${block}\n\nThree pumps in plain text.`]);
    for (const text of ['', 'See HTML.']) {
      const { sections } = await read(alternative(text, text ? html + html + html : html));
      expectOrderedSections(sections);
      expect(sections.slice(0, 3)).toMatchObject([
        { text: block },
        { text: 'Offer\n\nThree pumps.', heading: ['Offer'], context: short },
        { kind: 'table', text: 'Pump | Price\nA | 10', context: `${short}\nPump | Price` },
      ]);
    }
  });

  test('reads attachments and messages within the message', async () => {
    const inner = mail(
      'From: x@example.com',
      'Subject: Inner',
      'Date: Fri, 3 May 2024 14:05:00 +0200',
      '',
      'Inner text.',
    );
    const { sections, unread } = await read(
      mail(
        ...header,
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain; charset=iso-8859-15',
        '',
        'Preis: 5 \xa4',
        '--x',
        "Content-Type: text/plain; name*0*=utf-8''Preise%20%C3%BC; name*1=bersicht.csv",
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        base64('name,price\npump,3\n'),
        '--x',
        'Content-Type: message/rfc822',
        '',
        inner.toString('latin1'),
        '--x',
        'Content-Type: application/octet-stream; name="../odd/data.bin"',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        base64(Uint8Array.of(0, 1, 2, 0, 0)),
        '--x',
        'Content-Type: application/pkcs7-signature; name=smime.p7s',
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
        '',
        base64(Uint8Array.of(48, 0, 0)),
        '--x--',
      ),
    );
    expectOrderedSections(sections);
    expect(sections.map(({ text, locator }) => [text, locator.member])).toEqual([
      [`${block}\n\nPreis: 5 €`, undefined],
      ['name,price\npump,3', ['Preise übersicht.csv']],
      ['Subject: Inner\nFrom: x@example.com\nDate: Fri, 3 May 2024 14:05:00 +0200\n\nInner text.', ['Inner.eml']],
    ]);
    expect(unread).toMatchObject([{ place: '.. odd data.bin', code: 'CUBO_FORMAT_UNSUPPORTED' }]);
  });

  test('says what is encrypted, and reads what is only signed', async () => {
    const smime = await read(
      mail(
        ...header,
        'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
        'Content-Transfer-Encoding: base64',
        '',
        'MIAGCSqGSIb3DQEHA6CAMIACAQA=',
      ),
    );
    expect(smime.sections.map(({ text }) => text)).toEqual([block]);
    expect(smime.unread).toMatchObject([{ place: 'smime.p7m', code: 'CUBO_SOURCE_ENCRYPTED' }]);
    const pgp = ['-----BEGIN PGP MESSAGE-----', '', 'hQEMA', '-----END PGP MESSAGE-----'];
    const inline = await read(mail(...header, '', 'Before.', ...pgp, 'After.'));
    expect(inline.sections[0]?.text).toBe(`${block}\n\nBefore.\n\nAfter.`);
    expect(inline.unread).toMatchObject([{ place: 'text of the message', code: 'CUBO_SOURCE_ENCRYPTED' }]);
    const mime = await read(
      mail(
        ...header,
        'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x',
        '',
        '--x',
        'Content-Type: application/pgp-encrypted',
        '',
        'Version: 1',
        '--x',
        'Content-Type: application/octet-stream; name=encrypted.asc',
        '',
        ...pgp,
        '--x--',
      ),
    );
    expect(mime.unread).toMatchObject([{ place: 'encrypted.asc', code: 'CUBO_SOURCE_ENCRYPTED' }]);
    const signature = ['-----BEGIN PGP SIGNATURE-----', '', 'iQEz', '-----END PGP SIGNATURE-----'];
    const signed = await read(
      mail(...header, '', '-----BEGIN PGP SIGNED MESSAGE-----', 'Hash: SHA256', '', 'Clear.', ...signature),
    );
    expect(signed.sections[0]?.text).toBe(`${block}\n\nClear.`);
  });

  test('leaves out logos in the HTML and reports other pictures', async () => {
    const picture = (id: string, bytes: number) => [
      '--x',
      `Content-Type: image/png; name=${id}.png`,
      `Content-ID: <${id}>`,
      'Content-Transfer-Encoding: base64',
      '',
      base64(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes)])),
    ];
    const { unread } = await read(
      mail(
        ...header,
        'Content-Type: multipart/related; boundary=x',
        '',
        '--x',
        'Content-Type: text/html',
        '',
        '<p>Text <img src="cid:logo"> <img src="cid:photo"></p>',
        ...picture('logo', 100),
        ...picture('photo', 9000),
        '--x--',
      ),
    );
    expect(unread.map(({ place }) => place.split(':')[0])).toEqual(['photo.png']);
  });

  test('finds the encoding of a message that names none', async () => {
    const russian = 'Привет, вот наш договор об аренде квартиры в Москве.';
    const bytes = Buffer.concat([mail('From: a@example.com', 'Date: x', '', ''), encodeText(russian, 'koi8-r')]);
    expect((await read(bytes)).sections[0]?.text).toBe(`From: a@example.com\nDate: x\n\n${russian}`);
  });

  test('reads the text of a message whose parts nothing divides', async () => {
    const { sections } = await read(mail('From: a@example.com', 'Content-Type: multipart/mixed', '', 'All of', 'it.'));
    expect(sections.map(({ text }) => text)).toEqual(['From: a@example.com\n\nAll of\nit.']);
  });

  test('keeps the lines of a long text as they are, and does not hold each by itself', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}`).join('\n');
    const before = process.resourceUsage().maxRSS;
    const { sections } = await read(Buffer.from(`From: a@example.com\n\n${lines}\n`));
    expect(sections.map(({ text }) => text).join('')).toBe(`From: a@example.com\n\n${lines}`);
    // Two kilobytes for each line were 400 MB.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(250_000);
  });

  test('decodes large parts of every transfer encoding', async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `A line of text ${index}, and what follows it.`).join(
      '\n',
    );
    const encoded = {
      base64: Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
      'quoted-printable': text.replaceAll('t', '=74').replaceAll('\n', '\r\n'),
      '8bit': text,
    };
    for (const [encoding, body] of Object.entries(encoded)) {
      const { sections } = await read(mail('From: a@b.c', `Content-Transfer-Encoding: ${encoding}`, '', body));
      expect(sections.map((section) => section.text).join('')).toBe(`From: a@b.c\n\n${text}`);
    }
  });

  test('keeps the header where the HTML cannot be read', async () => {
    const { sections, unread } = await read(mail(...header, 'Content-Type: text/html', '', `${'<div>'.repeat(6000)}x`));
    expect(sections.map(({ text }) => text)).toEqual([block]);
    expect(unread).toMatchObject([{ place: 'the HTML of the message', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('refuses what is no message, and survives parts without end', async () => {
    for (const bytes of [Buffer.from('Just text.'), Buffer.from('\0\x01\x02'), Buffer.alloc(0)])
      await expect(read(bytes)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: '/test/a.eml' });
    const deep = Array.from({ length: 300 }, (_, level) => [
      `Content-Type: multipart/mixed; boundary=b${level}`,
      '',
      `--b${level}`,
    ]).flat();
    await expect(read(mail(...header, ...deep, '', 'x'))).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
    const cut = mail(...header, 'Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'Only half');
    expect((await read(cut)).sections[0]?.text).toBe(`${block}\n\nOnly half`);
  });

  test('keeps a text in which a signature begins and does not end', async () => {
    const body = ['It begins with', '-----BEGIN PGP SIGNATURE-----', 'and goes on. Call me', 'today.'];
    const { sections } = await read(mail(...header, '', ...body));
    expect(sections[0]?.text).toContain(body.join('\n'));
  });

  test('names the message whose text is binary', async () => {
    const bytes = Buffer.concat([mail(...header, 'Content-Type: multipart/mixed', '', ''), Buffer.alloc(3000)]);
    await expect(read(bytes)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: '/test/a.eml' });
  });

  test('takes linear time to see which of many files a message shows in its midst', async () => {
    const part = (type: string, content: string, more = '') =>
      `--x\r\nContent-Type: ${type}\r\n${more}\r\n${content}\r\n`;
    await expectLinearTime(2000, async (size) => {
      const html = part('text/html', `<p>Text.</p><!--${'cid:'.repeat(50 * size)}-->`);
      const files = Array.from({ length: size }, (_, at) => part('image/png', 'x', `Content-ID: <c${at}>\r\n`));
      await read(mail(...header, 'Content-Type: multipart/mixed; boundary=x', '', html + files.join('')));
    });
  });
});
