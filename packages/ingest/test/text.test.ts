import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, openText, sentenceStarts } from '../src/index.ts';
import { collect } from './helpers/sections.ts';

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
  ])('reads the few letters of %j in Latin-1', (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, encoding: 'windows-1252' });
  });

  test('tells the Cyrillic encodings apart', () => {
    const text = 'Квартиранты обязаны вносить плату до пятого числа каждого месяца.';
    for (const encoding of ['koi8-r', 'windows-1251', 'ibm866', 'iso-8859-5']) {
      const decoder = new TextDecoder(encoding);
      const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
      const bytes = Uint8Array.from(text, (character) => byteOf.get(character) ?? 0);
      expect(decodeText(bytes)).toEqual({ text, encoding });
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

  test('looks at a range only, and takes linear time on any text', () => {
    expect(sentenceStarts('One. Two. Three. Four.', 5, 17)).toEqual([10, 17].filter((start) => start < 17));
    for (const unit of ['.', ' ', '\n ', '."', '。', '!? ', 'A. ', '1. ']) {
      const start = performance.now();
      sentenceStarts(unit.repeat(300_000));
      expect(performance.now() - start).toBeLessThan(5000);
    }
  });
});
