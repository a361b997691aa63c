import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownExtractor, textSource } from '../src/index.ts';
import { expectLinearTime } from './helpers/linear-time.ts';
import { expectSectionsOf, extract } from './helpers/sections.ts';

const read = (text: string) => extract(markdownExtractor(), textSource({ uri: 'test:md', text, name: 'test.md' }));

describe('front matter', () => {
  test('reads labels from front matter in YAML and TOML', async () => {
    const yaml = `---
title: "Rules: all of them"   # a comment
authors:
  - Ada
  - Bob
date: 2024-05-03
category: legal
tags: [rent, "a, b", 3]
draft: true
weight: 3
empty:
map: { a: b }
text: |
  long
---
`;
    const toml = '+++\ntitle = "Rules"\ndate = 2024-05-03\n[taxonomies]\ntags = ["rent", "lease"]\n+++\n';
    expect((await read(`${yaml}Text.`)).description).toEqual({
      title: 'Rules: all of them',
      author: 'Ada, Bob',
      metadata: {
        date: '2024-05-03',
        category: 'legal',
        tags: ['rent', 'a, b', '3'],
        draft: true,
        weight: 3,
        'map.a': 'b',
        text: 'long',
      },
    });
    expect((await read(`${toml}Text.`)).description).toEqual({
      title: 'Rules',
      metadata: { date: '2024-05-03', tags: ['rent', 'lease'] },
    });
  });

  test('keeps texts over several lines', async () => {
    const { description } = await read(`---
title: Rules
  of the house
abstract: |
  Two lines: one
    and another.   # no comment

  A paragraph.
summary: >-
  Folded
  lines.

  A paragraph.
quoted: "one \\
  two \\u00fc
  \\"three\\"

  four"   # a comment
single: 'it''s
  here'
indented: |2
    two spaces
plain: words # a comment
last: yes
---
Text.`);
    expect(description).toEqual({
      title: 'Rules of the house',
      metadata: {
        abstract: 'Two lines: one\n  and another.   # no comment\n\nA paragraph.',
        summary: 'Folded lines.\nA paragraph.',
        quoted: 'one two ü "three"\nfour',
        single: "it's here",
        indented: 'two spaces',
        plain: 'words',
        last: 'yes',
      },
    });
  });

  test('keeps what lies in maps and lists under the names that lead to it', async () => {
    const { description } = await read(`---
authors:
  - name: Ada
    affiliation: [Law, "a, b"]
  - affiliation: Press
    name: Bob
  - Eve
params:
  Draft: no
  deep:
    "key with: sign": 3
    list:
    - one
    - - two
      - three
    -
      four
  after: x
flow: {a: 1, b: [x, {c: y}], "d": 'e'}
tags: [
  rent,   # a comment
  lease
]
empty: []
weird: [Draft] of a text
anchored: &a !!str value
---
Text.`);
    expect(description).toEqual({
      author: 'Eve, Ada, Bob',
      metadata: {
        'authors.affiliation': ['Law', 'a, b', 'Press'],
        'params.draft': 'no',
        'params.deep.key with: sign': 3,
        'params.deep.list': ['one', 'two', 'three', 'four'],
        'params.after': 'x',
        'flow.a': 1,
        'flow.b': ['x'],
        'flow.b.c': ['y'],
        'flow.d': 'e',
        tags: ['rent', 'lease'],
        empty: [],
        weird: '[Draft] of a text',
        anchored: 'value',
      },
    });
  });

  test('keeps the other values where one is no YAML', async () => {
    const { description } = await read(`---
title: Rules: all of them
  - item
     odd
name: {unclosed: [x
template: {{ page.url }}
note: a: b
date: 2024-05-03
---
Text.`);
    expect(description.title).toBe('Rules: all of them - item odd');
    expect(description.metadata).toMatchObject({ 'name.unclosed': ['x'], note: 'a: b', date: '2024-05-03' });
  });

  test('reads texts, lists and tables of TOML over several lines', async () => {
    const { description } = await read(`+++
# title = "no"
title = "Rules"
abstract = """
One
two = 2"""
tags = [
  "rent", # a comment
  # "no",
  "lease",
]
[extra]
  owner = { name = "Ada", "id" = 3 }
+++
Text.`);
    expect(description).toEqual({
      title: 'Rules',
      metadata: { abstract: 'One\ntwo = 2', tags: ['rent', 'lease'], 'owner.name': 'Ada', 'owner.id': 3 },
    });
  });

  test('bounds what it keeps, and ends on anything that looks like front matter', async () => {
    const long = await read(`---\ntext: |\n  ${'word '.repeat(5000)}\nlist: [${'a, '.repeat(5000)}]\n---\nText.`);
    expect(String(long.description.metadata?.text).length).toBe(4000);
    expect(long.description.metadata?.list).toHaveLength(1000);
    const sign = fc.constantFrom(
      ...[
        'a:',
        'b',
        ' ',
        '\n',
        '\n  ',
        '\n- ',
        '- ',
        '"',
        "'",
        '[',
        ']',
        '{',
        '}',
        ',',
        '|',
        '>',
        '#',
        '&x',
        '!t ',
        '*',
        ':',
        '\\',
        '+2',
        '=',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('---', '+++'), fc.array(sign, { maxLength: 80 }), async (marker, signs) => {
        const { description, sections } = await read(`${marker}\na: b\n${signs.join('')}\n${marker}\nText.`);
        expect(sections.at(-1)?.text).toContain('Text.');
        for (const value of Object.values(description.metadata ?? {}))
          expect(value === null || ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)).toBe(
            true,
          );
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  test('takes front matter for text where it is not closed', async () => {
    const code = `\`\`\`\n${'x = 1\n'.repeat(100)}\`\`\``;
    for (const text of ['---\ntitle: x\n', `---\n${'line\n'.repeat(600)}`, `---\nText.\n\n${code}`]) {
      const { sections } = await read(text);
      expectSectionsOf(text, sections);
    }
  });

  test.each([
    '---\n\nA paragraph between two rules.\n\n---\n\nMore.\n',
    '---\nNote: a paragraph that begins like a key\nand goes on.\n---\nMore.\n',
    '---\n# Heading\n---\n',
    '+++\nPlus signs, no keys.\n+++\n',
  ])('takes %j for text, not for front matter', async (text) => {
    const { sections, description } = await read(text);
    expectSectionsOf(text, sections);
    expect(description.author).toBeUndefined();
  });

  test.each([
    '---\n\ntitle: "Rules"\n# of the site\n---\n',
    '---\n# of the site\ntitle: Rules\n---\n',
    '---\ntags:\n- a\n- b\nabstract: |\n  Two\n\n  paragraphs\n"title": x\ntitle:   Rules  \n---\n',
    '+++\n[extra]\ntitle = "Rules"\n+++\n',
    `---\ntitle: Rules\nx:${' '.repeat(500)}y\n---\n`,
  ])('takes %j for front matter', async (front) => {
    const { sections, description } = await read(`${front}Text.`);
    expectSectionsOf(`${front}Text.`, sections, front);
    expect(description.title).toBe('Rules');
  });

  test.each<[string, (size: number) => string]>([
    ['dashes', (size) => `list:\n${'- '.repeat(size)}a`],
    ['brackets', (size) => `list: ${'['.repeat(size)}`],
    ['commas', (size) => `list: [${','.repeat(size)}]`],
    ['quotation marks', (size) => `list: [${'"'.repeat(size)}]`],
    ['colons', (size) => `map:\n  ${':'.repeat(size)}`],
    ['comments', (size) => `list: [${' #,'.repeat(size)}]`],
    ['keys', (size) => `map:\n  ${'a: '.repeat(size)}`],
    ['signs', (size) => `map: ${'&a '.repeat(size)}`],
    [
      'lines',
      (size) =>
        `map:\n${Array.from({ length: 400 }, (_, at) => `${' '.repeat(at)}${'k'.repeat(size / 400)}:`).join('\n')}`,
    ],
  ])('takes linear time on %s', async (_, front) => {
    await expectLinearTime(60_000, (size) => read(`---\n${front(size)}\n---\nText.`));
  });

  test('takes linear time on spaces in front matter', async () => {
    const spaces = (count: number) => ' '.repeat(count);
    await expectLinearTime(60_000, (size) => read(`---\ntitle: ${spaces(size)}a${spaces(size)}b\n---\nText.`));
  });
});
