import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ankiSchema } from '../../src/exports/anki/anki-schema.ts';
import { zipFiles } from '../../src/exports/text/zip-files.ts';
import { decksFromApkg } from '../../src/imports/anki/decks-from-apkg.ts';
import { decksFromAnkiText, decksFromCsv, decksFromQuizlet } from '../../src/imports/decks/decks-from-text.ts';

/** A collection as Anki itself writes it: note types of its own, HTML, media, a conditional field. */
function foreignCollection(): Uint8Array {
  const database = new Database(':memory:');
  database.exec(ankiSchema);
  const fields = (...names: string[]) => names.map((name, ord) => ({ name, ord }));
  const models = {
    1: { type: 0, flds: fields('Front', 'Back'), tmpls: [{ qfmt: '{{Front}}', afmt: '{{FrontSide}}<hr>{{Back}}' }] },
    2: {
      type: 0,
      flds: fields('Sound', 'Word', 'Meaning', 'Add Reverse'),
      tmpls: [
        { qfmt: '{{hint:Word}}', afmt: '{{FrontSide}}{{Meaning}}{{Sound}}' },
        { qfmt: '{{#Add Reverse}}{{Meaning}}{{/Add Reverse}}', afmt: '{{Word}}' },
      ],
    },
    3: { type: 1, flds: fields('Text', 'Back Extra'), tmpls: [{ qfmt: '{{cloze:Text}}', afmt: '{{cloze:Text}}' }] },
  };
  const decks = { 1: { name: 'Default' }, 5: { name: 'Law::Lease' }, 6: { name: 'Filtered' } };
  database
    .prepare("INSERT INTO col VALUES (1, 1577851200, 0, 0, 11, 0, 0, 0, '{}', ?, ?, '{}', '{}')")
    .run(JSON.stringify(models), JSON.stringify(decks));
  const note = database.prepare("INSERT INTO notes VALUES (?, ?, ?, 0, 0, ?, ?, '', 0, 0, '')");
  const card = database.prepare("INSERT INTO cards VALUES (?, ?, ?, ?, 0, 0, ?, ?, ?, ?, ?, 3, 1, 0, ?, ?, 0, '')");
  note.run(
    1,
    'g1',
    1,
    ' law  lease ',
    '<div>Rent <b>now</b>?</div><img src="a.png">\x1f950&nbsp;€<br>&lt;net&gt; [sound:b.mp3]',
  );
  card.run(11, 1, 5, 0, 2, 2, 100, 10, 2500, 0, 0);
  note.run(2, 'g2', 2, '', '[sound:c.mp3]\x1fMiete\x1frent\x1fy');
  card.run(21, 2, 5, 0, 0, -1, 1, 0, 0, 0, 0);
  card.run(22, 2, 5, 1, 0, -1, 1, 0, 0, 0, 0);
  // In a filtered deck, its own deck and due date are kept apart.
  note.run(3, 'g3', 3, '', 'It is {{c1::wet::how?}} &amp; {{c2::<i>cold</i>}}\x1f<p>extra</p>');
  card.run(31, 3, 6, 0, 2, 2, -5, 4, 1300, 50, 5);
  note.run(4, 'g4', 3, '', 'no gap\x1f');
  card.run(41, 4, 1, 0, 0, 0, 1, 0, 0, 0, 0);
  note.run(5, 'g5', 1, '', 'only a front\x1f');
  card.run(51, 5, 1, 0, 0, 0, 1, 0, 0, 0, 0);
  note.run(6, 'g6', 9, '', 'of no type\x1fat all');
  const bytes = new Uint8Array(database.serialize());
  database.close();
  return bytes;
}

test('a package of Anki itself is read: HTML as text, media told, templates as they show fields', () => {
  const file = zipFiles({
    'collection.anki21': foreignCollection(),
    'collection.anki2': 'not this one',
    media: '{"0":"a.png"}',
    0: 'x',
  });
  const { decks, skipped, media } = decksFromApkg(file);
  const origin = 'import';
  expect(decks.map(({ name, cards }) => [name, cards.map(({ card: { schedules: _, ...card } }) => card)])).toEqual([
    [
      'Law::Lease',
      [
        { kind: 'basic', front: 'Rent now?', back: '950 €\n<net>', tags: ['law', 'lease'], origin },
        { kind: 'reversed', front: 'Miete', back: 'rent', tags: [], origin, suspended: true },
        { kind: 'cloze', text: 'It is {{c1::wet::how?}} & {{c2::cold}}', extra: 'extra', tags: [], origin },
      ],
    ],
    ['Default', [{ kind: 'basic', front: 'of no type', back: 'at all', tags: [], origin }]],
  ]);
  expect(skipped).toEqual([
    { item: 'g4', reason: 'its gaps are not well-formed' },
    { item: 'g5', reason: 'a side is empty' },
  ]);
  expect([...media].sort()).toEqual(['a.png', 'b.mp3', 'c.mp3']);
  const day = 86_400_000;
  const begin = 1_577_851_200_000;
  const schedules = decks[0]?.cards.map(({ card }) => card.schedules ?? []);
  expect(schedules).toMatchObject([
    [
      {
        side: 'front',
        state: 'review',
        due: begin + 100 * day,
        days: 10,
        stability: 10,
        reviews: 3,
        lastReview: begin + 90 * day,
      },
    ],
    [],
    [{ side: 'c1', state: 'review', due: begin + 50 * day, difficulty: 10 }],
  ]);
});

test('texts of Anki are read with and without header lines', () => {
  const { decks, media } = decksFromAnkiText(
    '#separator:Semicolon\n#html:true\n#deck:Law\n#tags column:3\n"a ""quoted"" <b>front</b>";back<br>two<img src=x.png>;one two\n{{c1::gap}} text;;\n',
  );
  expect(decks).toMatchObject([
    {
      name: 'Law',
      cards: [
        { card: { kind: 'basic', front: 'a "quoted" front', back: 'back\ntwo', tags: ['one', 'two'] } },
        { card: { kind: 'cloze', text: '{{c1::gap}} text' } },
      ],
    },
  ]);
  expect(media).toEqual(['x.png']);
  const plain = decksFromAnkiText('front\tback\ttag\n\nlone\n');
  expect(plain.decks[0]?.cards[0]?.card).toMatchObject({ front: 'front', back: 'back', tags: ['tag'] });
  expect(plain.skipped).toEqual([{ line: 3, reason: 'a side is empty' }]);
  expect(() => decksFromAnkiText('#separator:tab\n"open\tx')).toThrow(/Line 2 .*quote/);
});

test('sets of Quizlet and tables are read, and what is no card is told with its line', () => {
  const set = decksFromQuizlet('Miete\trent\r\n\r\nno tab\nthree\tparts\there\n');
  expect(set.decks[0]?.cards.map(({ card }) => card)).toMatchObject([
    { front: 'Miete', back: 'rent' },
    { front: 'three', back: 'parts here' },
  ]);
  expect(set.skipped).toEqual([{ line: 3, reason: 'it has no tab between term and definition' }]);
  const table = decksFromCsv('Back,Front\nrent,Miete\n,empty\n');
  expect(table.decks[0]?.cards[0]?.card).toMatchObject({ kind: 'basic', front: 'Miete', back: 'rent' });
  expect(table.skipped).toEqual([{ line: 3, reason: 'a side is empty' }]);
  expect(() => decksFromCsv('a,b\n')).toThrow(/"front" and "back"/);
});
