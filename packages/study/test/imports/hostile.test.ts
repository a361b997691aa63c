import { isCuboError } from '@cubo/contracts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ankiSchema } from '../../src/exports/anki/anki-schema.ts';
import { decksToApkg } from '../../src/exports/anki/decks-to-apkg.ts';
import { quizToGift } from '../../src/exports/quizzes/quiz-to-gift.ts';
import { quizToMoodleXml } from '../../src/exports/quizzes/quiz-to-moodle-xml.ts';
import { quizToQti } from '../../src/exports/quizzes/quiz-to-qti.ts';
import { zipFiles } from '../../src/exports/text/zip-files.ts';
import { decksFromApkg } from '../../src/imports/anki/decks-from-apkg.ts';
import { decksFromAnkiText, decksFromCsv, decksFromQuizlet } from '../../src/imports/decks/decks-from-text.ts';
import { quizFromCsv } from '../../src/imports/quizzes/quiz-from-csv.ts';
import { quizFromGift } from '../../src/imports/quizzes/quiz-from-gift.ts';
import { quizFromJson } from '../../src/imports/quizzes/quiz-from-json.ts';
import { quizFromMoodleXml } from '../../src/imports/quizzes/quiz-from-moodle-xml.ts';
import { quizFromQti } from '../../src/imports/quizzes/quiz-from-qti.ts';
import { parseXml } from '../../src/imports/text/parse-xml.ts';
import { quizzes } from '../exports/quiz-arbitrary.ts';

const at = Date.UTC(2026, 0, 5);

function tries(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!isCuboError(error)) throw error;
  }
}

test('entities and document types of XML are refused', () => {
  const bomb = '<!DOCTYPE q [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><quiz>&b;</quiz>';
  const file = '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>&x;</quiz>';
  for (const text of [bomb, file]) {
    expect(() => quizFromMoodleXml(text)).toThrow(/Line 1 .*document type/);
    expect(() => quizFromQti(zipFiles({ 'imsmanifest.xml': text }))).toThrow(/document type/);
  }
  expect(() => parseXml('<a>\n&nbsp;</a>')).toThrow(/"&nbsp;"/);
  expect(() => parseXml('<a>&#x110000;</a>')).toThrow(/entity/);
});

test('XML that is not well-formed is refused with its line', () => {
  for (const [text, line] of [
    ['<a>\n<b></a>', 2],
    ['<a>\n\n<b', 3],
    ['<a>\n<!-- ', 2],
    ['<a/>\n<b/>', 2],
    ['<a x=1/>', 1],
    ['<a x="1" x="2"/>', 1],
    ['<a>\n<![CDATA[', 2],
    ['text<a/>', 1],
    ['<a></a>\ntext', 1],
    ['<a>\n</b>', 2],
    ['<a>', 1],
    ['</a>', 1],
  ] as const) {
    expect(() => parseXml(text), text).toThrow(
      expect.objectContaining({ code: 'CUBO_FORMAT_INVALID', message: expect.stringContaining(`Line ${line} `) }),
    );
  }
  expect(() => parseXml('')).toThrow(/no element/);
  expect(() => parseXml('<a>'.repeat(10_000))).toThrow(expect.objectContaining({ code: 'CUBO_LIMIT_EXCEEDED' }));
});

test('files that were cut anywhere, or changed, never crash an import', () => {
  const cut = fc.tuple(quizzes, fc.double({ min: 0, max: 1, noNaN: true }), fc.string({ maxLength: 3 }));
  fc.assert(
    fc.property(cut, ([quiz, share, inserted]) => {
      const damaged = (text: string) => {
        const middle = Math.floor(text.length * share);
        return [text.slice(0, middle), text.slice(0, middle) + inserted + text.slice(middle)];
      };
      for (const text of damaged(quizToGift(quiz))) tries(() => quizFromGift(text));
      for (const text of damaged(quizToMoodleXml(quiz))) tries(() => quizFromMoodleXml(text));
      const bytes = quizToQti(quiz);
      tries(() => quizFromQti(bytes.slice(0, Math.floor(bytes.length * share))));
    }),
    { numRuns: 100, seed: 8 },
  );
});

test('nothing that is passed as a file crashes an import', () => {
  const texts = [
    quizFromGift,
    quizFromMoodleXml,
    quizFromCsv,
    quizFromJson,
    quizFromQti,
    decksFromCsv,
    decksFromAnkiText,
    decksFromQuizlet,
  ];
  const parts = fc.constantFrom(
    '{',
    '}',
    '=',
    '~',
    '::',
    '#',
    '\t',
    '"',
    '\n\n',
    '<quiz>',
    '<question type="cloze">',
    '</',
    '&',
    'question,correct\n',
    'front\tback\n',
    '#separator:',
    '{{c1::',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ maxLength: 6 })), { maxLength: 30 }), (some) => {
      for (const read of texts) tries(() => read(some.join('')));
    }),
    { numRuns: 300, seed: 8 },
  );
  for (const read of texts) {
    for (const value of [undefined, 7, {}, []]) {
      expect(() => read(value as never)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
    }
  }
});

const apkg = (collection: Uint8Array, name = 'collection.anki2') => zipFiles({ [name]: collection, media: '{}' });

function collectionOf(sql: string): Uint8Array {
  const database = new Database(':memory:');
  database.exec(sql);
  const bytes = new Uint8Array(database.serialize());
  database.close();
  return bytes;
}

test('an Anki package of the newest form is refused with what to do', () => {
  const file = zipFiles({
    'collection.anki21b': new Uint8Array([1]),
    'collection.anki2': collectionOf(ankiSchema),
    meta: 'x',
  });
  expect(() => decksFromApkg(file)).toThrow(
    expect.objectContaining({
      code: 'CUBO_FORMAT_UNSUPPORTED',
      remedy: expect.stringContaining('Support older Anki versions'),
    }),
  );
});

test('what is no Anki package, or a damaged or malicious one, is refused', () => {
  const damaged = decksToApkg([], { at });
  for (const bytes of [
    new Uint8Array(),
    new TextEncoder().encode('no zip at all'),
    zipFiles({ media: '{}' }),
    damaged.slice(0, damaged.length / 2),
    apkg(new Uint8Array(5000)),
    apkg(new TextEncoder().encode(`SQLite format 3\0${'x'.repeat(5000)}`)),
    apkg(collectionOf('CREATE TABLE other (id integer)')),
    apkg(collectionOf(ankiSchema)),
    apkg(collectionOf(`${ankiSchema}; CREATE VIEW v AS SELECT 1`)),
    apkg(collectionOf(`${ankiSchema}; INSERT INTO col VALUES (1, 0, 0, 0, 18, 0, 0, 0, '', '', '', '', '')`)),
    apkg(collectionOf(`${ankiSchema}; INSERT INTO col VALUES (1, 0, 0, 0, 11, 0, 0, 0, '', '{', '{}', '', '')`)),
  ]) {
    expect(() => decksFromApkg(bytes)).toThrow(expect.objectContaining({ code: 'CUBO_FORMAT_INVALID' }));
  }
  expect(() => decksFromApkg('x' as never)).toThrow(expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT' }));
});

test('an archive that would unfold into too much is refused before it does', () => {
  const bomb = zipSync({ 'collection.anki2': new Uint8Array(64 * 1024 * 1024) }, { level: 9 });
  const before = process.memoryUsage().arrayBuffers;
  expect(() => decksFromApkg(bomb)).toThrow(expect.objectContaining({ code: 'CUBO_LIMIT_EXCEEDED' }));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  const many = zipFiles(Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`m${index}`, ''])));
  expect(() => decksFromApkg(many)).toThrow(/20000 files/);
});

test('an archive that lies about the size of a file does not unfold it', () => {
  const honest = zipSync({ 'collection.anki2': new Uint8Array(8 * 1024 * 1024) }, { level: 9 });
  const view = new DataView(honest.buffer, honest.byteOffset, honest.byteLength);
  for (let offset = 0; offset < honest.length - 4; offset++) {
    // The size stands in the local header, and in that of the directory.
    if (view.getUint32(offset, true) === 8 * 1024 * 1024) view.setUint32(offset, 4096, true);
  }
  expect(() => decksFromApkg(honest)).toThrow(expect.objectContaining({ code: 'CUBO_FORMAT_INVALID' }));
});

test('packages with any bytes changed never crash an import', () => {
  const sound = decksToApkg(
    [{ name: 'd', cards: [{ id: 'a', deck: 'd', tags: [], origin: 'user', kind: 'basic', front: 'f', back: 'b' }] }],
    { at },
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
      (changes) => {
        const bytes = sound.slice();
        for (const [at, value] of changes) bytes[at] = value;
        tries(() => decksFromApkg(bytes));
      },
    ),
    { numRuns: 200, seed: 8 },
  );
});
