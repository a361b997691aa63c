import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  csvExtractor,
  decodeText,
  htmlExtractor,
  markdownExtractor,
  openText,
  sentenceStarts,
  textExtractor,
} from '../src/index.ts';
import { bytesSource } from './helpers/bytes-source.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { collect, extract } from './helpers/sections.ts';

const utf16 = (text: string, bigEndian: boolean, mark = ''): Uint8Array => {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const utf32 = (text: string, littleEndian: boolean): Uint8Array => {
  const points = [0xfeff, ...[...text].map((character) => character.codePointAt(0) ?? 0)];
  const view = new DataView(new ArrayBuffer(points.length * 4));
  for (const [index, point] of points.entries()) view.setUint32(index * 4, point, littleEndian);
  return new Uint8Array(view.buffer);
};

const encode = (text: string, encoding: string): Uint8Array => {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from(text, (character) => byteOf.get(character) ?? 0);
};

const sourceOf = (parts: readonly Uint8Array[]) => ({
  uri: 'test:text',
  name: 'text',
  async *open(): AsyncGenerator<Uint8Array> {
    yield* parts;
  },
});

describe('decodeText', () => {
  const german = 'Die Kündigungsfrist beträgt drei Monate. Straße, Größe, Übung.';

  test.each([
    ['UTF-8', Buffer.from(german), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`), 'utf-8'],
    ['UTF-16 LE with a mark', utf16(german, false, '\ufeff'), 'utf-16le'],
    ['UTF-16 BE with a mark', utf16(german, true, '\ufeff'), 'utf-16be'],
    ['UTF-16 LE', utf16(german, false), 'utf-16le'],
    ['UTF-16 BE', utf16(german, true), 'utf-16be'],
    ['UTF-32 LE', utf32(german, true), 'utf-32le'],
    ['UTF-32 BE', utf32(german, false), 'utf-32be'],
    ['Latin-1', Buffer.from(german, 'latin1'), 'windows-1252'],
  ])('reads %s', (_, bytes, encoding) => {
    expect(decodeText(bytes)).toEqual({ text: german, encoding });
  });

  test.each([
    'città perché',
    'Müller;Straße;3',
    'élève français à Noël',
    'El niño comió piñas',
    'Größe: 5 m²',
    '100 £',
    'è più caro',
    'où êtes-vous à Noël?',
    'Perché no? È così, già.',
  ])('reads the few letters of %j in Latin-1', (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, encoding: 'windows-1252' });
  });

  test.each([
    [
      'windows-1250',
      'Umowa najmu może być wypowiedziana z zachowaniem trzymiesięcznego okresu, jeśli strony się zgodzą. Właściciel ma obowiązek.',
    ],
    [
      'iso-8859-2',
      'Najemca powinien zwrócić mieszkanie w stanie niepogorszonym, a większe usterki zgłaszać właścicielowi, gdy tylko się pojawią.',
    ],
    ['windows-1254', 'Kira sözleşmesi üç aylık ihbar süresi ile feshedilebilir; taraflar aksini kararlaştırmadıkça.'],
  ])('reads a longer text in %s', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toEqual({ text, encoding });
  });

  test.each([
    'Die Kündigungsfrist beträgt drei Monate für beide.',
    'Le loyer révisé est exigible à la date prévue, même différée.',
    'Il canone è più caro, perché la città è così.',
    '租赁合同的通知期为三个月。',
    'Η σύμβαση μίσθωσης λήγει.',
    'Договор аренды расторгается.',
  ])('keeps %j in UTF-8 although a byte of it is damaged', (text) => {
    for (const place of [0, text.length >> 1, text.length]) {
      const [before, after] = [text.slice(0, place), text.slice(place)];
      const bytes = Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(after)]);
      expect(decodeText(bytes)).toEqual({ text: `${before}\ufffd${after}`, encoding: 'utf-8' });
    }
    expect(decodeText(Buffer.from(text).subarray(0, -1)).encoding).toBe('utf-8');
  });

  test('keeps UTF-8 although a line in Latin-1 follows', () => {
    const bytes = Buffer.concat([Buffer.from(german.repeat(3)), Buffer.from('\nGrüße', 'latin1')]);
    expect(decodeText(bytes)).toEqual({ text: `${german.repeat(3)}\nGr\ufffd\ufffde`, encoding: 'utf-8' });
  });

  test('tells the Cyrillic encodings apart', () => {
    const text = 'Квартиранты обязаны вносить плату до пятого числа каждого месяца.';
    for (const encoding of ['koi8-r', 'windows-1251', 'ibm866', 'iso-8859-5']) {
      expect(decodeText(encode(text, encoding))).toEqual({ text, encoding });
    }
  });

  test('reads the signs of windows-1252 that Latin-1 does not have', () => {
    const bytes = Uint8Array.of(0x93, 0x35, 0x30, 0x20, 0x80, 0x94, 0x20, 0x96, 0x20, 0x66, 0xfc, 0x72);
    expect(decodeText(bytes)).toEqual({ text: '“50 €” – für', encoding: 'windows-1252' });
  });

  test('refuses what is no text', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
    expect(() => decodeText(png, '/a/image.txt')).toThrow(
      expect.objectContaining({ code: 'CUBO_FORMAT_INVALID', path: '/a/image.txt' }),
    );
    expect(decodeText(new Uint8Array(0))).toEqual({ text: '', encoding: 'utf-8' });
  });

  test('gives back any text that was encoded as UTF-8 or UTF-16 with a mark', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 300 })
      .filter((value) => !value.startsWith('\ufeff'));
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeText(Buffer.from(value)).text).toBe(value);
        expect(decodeText(utf16(value, false, '\ufeff')).text).toBe(value);
        expect(decodeText(utf16(value, true, '\ufeff')).text).toBe(value);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('never fails on any bytes but with CUBO_FORMAT_INVALID', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          expect(decodeText(bytes).text).not.toMatch(/\p{Surrogate}/u);
        } catch (error) {
          expect(error).toMatchObject({ code: 'CUBO_FORMAT_INVALID' });
        }
      }),
      { seed: 8, numRuns: 500 },
    );
  });
});

describe('openText', () => {
  test('decodes the same however the bytes are cut', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    const encode = fc.constantFrom(
      (value: string) => Buffer.from(value),
      (value: string) => utf16(value, false, '\ufeff'),
      (value: string) => utf32(value, true),
    );
    await fc.assert(
      fc.asyncProperty(text, encode, fc.array(fc.nat(900), { maxLength: 6 }), async (value, encoder, cuts) => {
        const bytes = encoder(value);
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const parts = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        const opened = await openText(sourceOf(parts));
        expect((await collect(opened.pieces())).join('')).toBe(decodeText(bytes).text);
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  test('reports the bytes that are no UTF-8, through every extractor of texts', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Kündigungsfrist; drei Monate für Mietverträge '),
      Buffer.of(0xff),
      Buffer.from('; öffentlich, größer, schön, Käufer, Gebühr '),
      Buffer.of(0xe2, 0x82),
    ]);
    const first = 1 + bytes.indexOf(0xff);
    for (const extractor of [textExtractor(), markdownExtractor(), csvExtractor(), htmlExtractor()]) {
      const { sections, unread } = await extract(extractor, bytesSource('a', bytes));
      expect(sections.map(({ text }) => text).join('')).toContain('für Mietverträge \ufffd; öffentlich');
      expect(unread).toEqual([
        {
          place: `3 bytes, from byte ${first} on`,
          reason: expect.stringContaining('3 bytes that are no UTF-8'),
          code: 'CUBO_FORMAT_INVALID',
        },
      ]);
      expect((await extract(extractor, bytesSource('a', Buffer.from('für', 'latin1')))).unread).toEqual([]);
    }
  });

  test('counts as invalid what a decoder replaces, for any bytes in any pieces', async () => {
    const piece = fc.oneof(
      fc.constant([0xc3, 0xbc]),
      fc.constant([0xe2, 0x82, 0xac]),
      fc.constant([0xf0, 0x9f, 0x91, 0x8d]),
    );
    const stray = fc.constantFrom(
      [0xff],
      [0xed, 0xa0],
      [0xe0, 0x80],
      [0xc0],
      [0xf4, 0x90],
      [0xe2, 0x82],
      [0x80],
      [0x61],
    );
    const parts = fc.tuple(fc.array(piece, { minLength: 30, maxLength: 30 }), fc.array(stray, { maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(parts, fc.nat(30), fc.integer({ min: 1, max: 5 }), async ([valid, strays], place, size) => {
        const bytes = Uint8Array.from([...valid.slice(0, place), ...strays, ...valid.slice(place)].flat());
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, part) =>
          bytes.subarray(part * size, (part + 1) * size),
        );
        const places: string[] = [];
        const opened = await openText(sourceOf(cut), { unread: (unread) => places.push(unread.place) });
        expect(opened.encoding).toBe('utf-8');
        const text = (await collect(opened.pieces())).join('');
        const kept = Buffer.byteLength(text.replaceAll('\ufffd', ''));
        const invalid = bytes.length - kept;
        const at = 1 + Buffer.byteLength(text.split('\ufffd', 1)[0] ?? '');
        expect(places).toEqual(
          invalid === 0 ? [] : [invalid === 1 ? `byte ${at}` : `${invalid} bytes, from byte ${at} on`],
        );
      }),
      { seed: 10, numRuns: 500 },
    );
  });

  test('finds the letters beyond ASCII wherever they are', async () => {
    const late = [Buffer.from('plain '.repeat(50_000)), Buffer.from('Kündigungsfrist für Mietverträge', 'latin1')];
    const opened = await openText(sourceOf(late));
    expect(opened.encoding).toBe('windows-1252');
    expect((await collect(opened.pieces())).join('')).toMatch(/Kündigungsfrist für Mietverträge$/);
  });
});

describe('sentenceStarts', () => {
  const sentences = (text: string): string[] => {
    const starts = [0, ...sentenceStarts(text)];
    return starts.map((start, index) => text.slice(start, starts[index + 1]));
  };

  test.each([
    [
      [
        'Gemäß § 3 Abs. 2 gilt z. B. Folgendes. ',
        'Am 3. Oktober kam Dr. Müller. ',
        'Er blieb bis 2021. ',
        'Danach ging er.',
      ],
    ],
    [['Der 2. Senat und Art. 5 gelten, vgl. Nr. 7. ', 'Ludwig XIV. Bourbon regierte.']],
    [['Mr. Smith pays 3.50 Euro, e.g. for rent. ', 'It was 42. ', 'Then he left for the U.S. Army.']],
    [['J. R. R. Tolkien wrote, etc. Nothing else. ', '"Why?" he asked. ', '"No!" ', 'She left.']],
    [["Il sig. Rossi cita l'art. 5, ecc. Cfr. pag. 3. ", 'Poi andò via. ', 'Perché? ', 'Boh.']],
    [['M. Dupont et Mme. Durand, cf. réf. no. 12. ', 'Ils partent… ', 'Bien !']],
    [['これは文です。', '次の文！', '終わり']],
    [['هل هذا صحيح؟ ', 'نعم. ', 'यह है। ', 'वह है।']],
    [['The list:\n', '- one item\n', '- two items\n\n', 'And so on\n\n', '1. First point\n', '2. Second point']],
  ])('divides %j', (expected) => {
    expect(sentences(expected.join(''))).toEqual(expected);
  });

  test('looks at a range only', () => {
    expect(sentenceStarts('One. Two. Three. Four.', 5, 17)).toEqual([10, 17].filter((start) => start < 17));
  });

  test.each(['.', ' ', '\n ', '."', '。', '!? ', 'A. ', '1. '])('takes linear time on many %j', async (unit) => {
    await expectLinearTime(60_000, (size) => sentenceStarts(unit.repeat(size)));
  });
});
