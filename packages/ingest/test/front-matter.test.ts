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
      metadata: { date: '2024-05-03', category: 'legal', tags: ['rent', 'a, b', '3'], draft: true, weight: 3 },
    });
    expect((await read(`${toml}Text.`)).description).toEqual({
      title: 'Rules',
      metadata: { date: '2024-05-03', tags: ['rent', 'lease'] },
    });
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
    '---\ntags:\n- a\n- b\nabstract: |\n  Two\n\n  paragraphs\n"title": x\ntitle:   Rules  \n---\n',
    '+++\n[extra]\ntitle = "Rules"\n+++\n',
    `---\ntitle: Rules\nx:${' '.repeat(500)}y\n---\n`,
  ])('takes %j for front matter', async (front) => {
    const { sections, description } = await read(`${front}Text.`);
    expectSectionsOf(`${front}Text.`, sections, front);
    expect(description.title).toBe('Rules');
  });

  test('takes linear time on spaces in front matter', async () => {
    const spaces = (count: number) => ' '.repeat(count);
    await expectLinearTime(60_000, (size) => read(`---\ntitle: ${spaces(size)}a${spaces(size)}b\n---\nText.`));
  });
});
