import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createItemReader } from '../../src/generation/item-reader.ts';
import { parseLeniently } from '../../src/generation/parse-leniently.ts';
import { parseObject } from '../../src/generation/parse-object.ts';

const a = { source: 1, quote: 'q', question: 'A {b} [c]?', options: ['x', 'y'] };
const b = { source: 2, quote: 'r', question: 'Say "no": \\ ```js\ncode {\n```', options: ['{', ']'] };
const both = JSON.stringify([a, b]);
const cut = JSON.stringify({ questions: [a, b, a] });

test.each<readonly [string, string, readonly object[]]>([
  ['a list', both, [a, b]],
  ['an object with the list', JSON.stringify({ questions: [a, b] }), [a, b]],
  ['a list of another name', JSON.stringify({ title: 'T', items: [a, b] }), [a, b]],
  ['the list that was asked for, among others', JSON.stringify({ notes: [{ x: 1 }], questions: [a] }), [a]],
  ['the list in another case', JSON.stringify({ Questions: [a] }), [a]],
  ['a list within objects', JSON.stringify({ data: { result: { questions: [a, b] } } }), [a, b]],
  ['a list of lists', JSON.stringify([{ questions: [a] }, { questions: [b] }]), [a, b]],
  ['an object of objects', JSON.stringify({ questions: { one: a, two: b } }), [a, b]],
  ['numbered objects', JSON.stringify({ q1: a, q2: b }), [a, b]],
  ['one item', JSON.stringify(a), [a]],
  ['one item in a wrapper', JSON.stringify({ question: a }), [a]],
  [
    'one item with objects in it',
    JSON.stringify({ ...a, options: [{ text: 'x' }] }),
    [{ ...a, options: [{ text: 'x' }] }],
  ],
  ['lines of JSON', `${JSON.stringify(a)}\n${JSON.stringify(b)}\n`, [a, b]],
  ['prose around', `Sure! Here are [2] questions:\n${both}\nLet me know {if} you want more [1].`, [a, b]],
  ['a bracket in the prose', `Use { for blocks.\n${both}`, [a, b]],
  ['a fence', `\`\`\`json\n${both}\n\`\`\``, [a, b]],
  ['several fences', `\`\`\`json\n[${JSON.stringify(a)}]\n\`\`\`\nand\n\`\`\`\n[${JSON.stringify(b)}]\n\`\`\``, [a, b]],
  ['thoughts', `<think>I could write [{"source": 9, "quote": "z"}] or so</think>\n${both}`, [a, b]],
  ['thoughts without an answer', `<think>I could write [${JSON.stringify(a)}]`, []],
  ['trailing commas', both.replace('}]', '},]').replace('"y"]', '"y",]'), [a, b]],
  [
    'missing commas',
    '[{"source":1 "quote":"q"} {"source":2 "quote":"r"}]',
    [
      { source: 1, quote: 'q' },
      { source: 2, quote: 'r' },
    ],
  ],
  ['single quotation marks', "[{'source': 1, 'quote': 'it is'}]", [{ source: 1, quote: 'it is' }]],
  ['names without quotation marks', '{questions: [{source: 1, quote: "q"}]}', [{ source: 1, quote: 'q' }]],
  [
    'values of Python',
    '[{"source": 1, "quote": "q", "correct": True, "why": None}]',
    [{ source: 1, quote: 'q', correct: true, why: null }],
  ],
  ['comments', '[/* first */ {"source": 1, "quote": "q"} // done\n]', [{ source: 1, quote: 'q' }]],
  ['line breaks in texts', '[{"source": 1, "quote": "one\ntwo"}]', [{ source: 1, quote: 'one\ntwo' }]],
  ['cut off within a text', cut.slice(0, -12), [a, b]],
  ['cut off within a list', cut.slice(0, cut.lastIndexOf('"y"')), [a, b]],
  ['cut off between items', cut.slice(0, cut.lastIndexOf('{')), [a, b]],
  ['cut off before the end', cut.slice(0, -2), [a, b, a]],
  ['cut off in a list of another name', JSON.stringify({ items: [a, b, a] }).slice(0, -12), [a, b]],
  ['cut off in the only item', JSON.stringify({ questions: [a] }).slice(0, -12), []],
  ['a missing bracket', JSON.stringify({ questions: [a, b] }).slice(0, -1), [a, b]],
  ['a surplus bracket', `${both}]}`, [a, b]],
  [
    'JSON as a text',
    JSON.stringify(JSON.stringify({ questions: [{ source: 1, quote: 'q' }] })),
    [{ source: 1, quote: 'q' }],
  ],
  [
    'quotation marks in a text',
    '[{"source":1,"quote":"He said "stop" now","why":"x"},{"source":2,"quote":"r"}]',
    [
      { source: 1, quote: 'He said "stop" now', why: 'x' },
      { source: 2, quote: 'r' },
    ],
  ],
  [
    'one quotation mark in a text',
    '```json\n{"questions":[{"source":1,"quote":"A 5" pipe {x","why":"x"},{"source":2,"quote":"r"},{"source":3,"correct":1}]}\n```',
    [
      { source: 1, quote: 'A 5" pipe {x', why: 'x' },
      { source: 2, quote: 'r' },
      { source: 3, correct: 1 },
    ],
  ],
  ['other values', '[1, "x", null, [2], {"source": 1, "quote": "q"}]', [{ source: 1, quote: 'q' }]],
  ['nothing', '', []],
  ['an empty list', '{"questions": []}', []],
  ['an empty list in a wrapper', '{"data": {"questions": []}}', []],
  ['prose', 'I cannot do that [1], as {they} say.', []],
])('%s', (name, text, items) => {
  const found = parseLeniently(text, 'questions').filter((item) => 'source' in item || name.startsWith('an empty'));
  expect(found).toEqual(items);
});

test('items come as soon as they are complete, whatever the pieces are', () => {
  const reader = createItemReader('questions');
  const text = JSON.stringify({ questions: [a, b] });
  const end = text.indexOf('},{') + 1;
  expect(reader.push(text.slice(0, end - 1))).toEqual([]);
  expect(reader.push(text.slice(end - 1, end))).toEqual([a]);
  expect(reader.push(text.slice(end))).toEqual([b]);
  expect(reader.end()).toEqual([]);
});

test('pieces of any length give what the whole gives', () => {
  const json = fc.json({ maxDepth: 4 });
  const parts = fc.array(
    fc.oneof(json, fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', '"questions":', '<think>', '</think>', '```')),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 7 }), (texts, size) => {
      const text = texts.join(' ');
      const reader = createItemReader('questions');
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
      found.push(...reader.end());
      expect(found).toEqual(parseLeniently(text, 'questions'));
    }),
    { seed: 8, numRuns: 500 },
  );
});

test('an answer that is cut off anywhere gives those of its items that are complete there', () => {
  const text = JSON.stringify({ title: 'T', questions: [a, b, { ...a, source: 3 }] });
  const ends = [a, b, { ...a, source: 3 }].map(
    (item) => text.indexOf(JSON.stringify(item)) + JSON.stringify(item).length,
  );
  for (let at = 0; at <= text.length; at++) {
    expect(parseLeniently(text.slice(0, at), 'questions').length).toBe(ends.filter((end) => end <= at).length);
  }
});

const megabyte = 1_000_000;

test.each([
  ['opening brackets', '['.repeat(3 * megabyte)],
  ['opening braces', '{"a":'.repeat(megabyte)],
  ['closing brackets', ']}'.repeat(megabyte)],
  ['pairs', '[{}'.repeat(megabyte)],
  ['quotation marks', '["'.repeat(megabyte)],
  ['backslashes', `["${'\\'.repeat(2 * megabyte)}`],
  ['an open text', `[{"questions":"${'x'.repeat(2 * megabyte)}`],
  ['empty objects', `[${'{},'.repeat(megabyte)}`],
  ['broken objects', `[${'{"a" "b" c:},'.repeat(80_000)}`],
  ['unclosed prose', '{ a [ b '.repeat(200_000)],
  ['thoughts', '<think>'.repeat(megabyte)],
  ['objects in one that is never closed', `{"x": [${'{"source": 1, "quote": "q'.repeat(50_000)}`],
])('%s by the megabyte take no longer than they may', (_, text) => {
  const begin = performance.now();
  const reader = createItemReader('questions');
  for (let at = 0; at < text.length; at += 50_000) reader.push(text.slice(at, at + 50_000));
  reader.end();
  parseObject(text, ['title']);
  expect(performance.now() - begin).toBeLessThan(15_000);
});

test.each([
  ['{"title":"T","lessons":[]}'],
  ['Here it is:\n```json\n{"title": "T", "lessons": [],}\n```\nDone {really}.'],
  ['<think>{"title":"draft"}</think>{"title":"T","lessons":[]}'],
  ['Use {this}: {"outline": {"title":"T","lessons":[]}}'],
  ['{"title":"T","lessons":['],
])('%s is one object', (text) => {
  expect(parseObject(text, ['title'])).toMatchObject({ title: 'T', lessons: [] });
});

test.each(['', 'no', '[1]', '{"name": 1}', '{"a":'])('%s is none', (text) => {
  expect(parseObject(text, ['title'])).toBeUndefined();
});
