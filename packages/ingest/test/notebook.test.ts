import { describe, expect, test } from 'vitest';
import { notebookExtractor, textSource } from '../src/index.ts';
import { expectOrderedSections, extract } from './helpers/sections.ts';

const read = (text: string) => extract(notebookExtractor(), textSource({ uri: 'test:nb', text, name: 'a.ipynb' }));

describe('notebookExtractor', () => {
  test.each([-1, 0, 1e9, 'x'])('takes a heading of the level %s for one', async (level) => {
    const cells = [{ cell_type: 'heading', level, source: 'Pumps' }];
    const { sections } = await read(JSON.stringify({ worksheets: [{ cells }] }));
    expect(sections.map(({ heading }) => heading)).toEqual([['Pumps']]);
  });

  test('reports what it leaves out of a long output', async () => {
    const outputs = [{ output_type: 'stream', text: 'step '.repeat(5000) }];
    const { sections, unread } = await read(JSON.stringify({ cells: [{ cell_type: 'code', source: 'x', outputs }] }));
    expect(sections.at(-1)?.text.length).toBe(20_000);
    expect(unread).toMatchObject([{ place: 'the output of cell 1', code: 'CUBO_LIMIT_EXCEEDED' }]);
  });

  test('reads cells in order, code under the heading above it', async () => {
    const { sections, description } = await read(
      JSON.stringify({
        nbformat: 4,
        metadata: {},
        cells: [
          { cell_type: 'markdown', source: ['# Pumps\n', '\n', 'About pumps.'] },
          { cell_type: 'code', source: 'print(1)', outputs: [{ output_type: 'stream', text: ['1\n', '2\n'] }] },
          { cell_type: 'markdown', source: '## Seals\n\n```\nopen fence' },
          {
            cell_type: 'code',
            source: ['x = 1\n', 'x'],
            outputs: [
              { output_type: 'execute_result', data: { 'text/plain': '1', 'image/png': 'AAAA' } },
              { output_type: 'error', ename: 'ValueError', evalue: 'no seal', traceback: [] },
            ],
          },
          { cell_type: 'code', source: '', outputs: [] },
          { cell_type: 'raw', source: 'Raw text.' },
        ],
      }),
    );
    expectOrderedSections(sections);
    expect(sections.map(({ kind, text, heading }) => [kind, text, heading])).toEqual([
      ['prose', '# Pumps\n\nAbout pumps.', ['Pumps']],
      ['code', 'print(1)', ['Pumps']],
      ['prose', '1\n2', ['Pumps']],
      ['prose', '## Seals\n\n```\nopen fence', ['Pumps', 'Seals']],
      ['code', 'x = 1\nx', ['Pumps', 'Seals']],
      ['prose', '1\nValueError: no seal', ['Pumps', 'Seals']],
      ['prose', 'Raw text.', ['Pumps', 'Seals']],
    ]);
    expect(description).toEqual({ title: 'Pumps' });
  });

  test('reads old notebooks', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: ['Old'] },
      { cell_type: 'code', input: ['y = 2'] },
    ];
    const { sections } = await read(JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }));
    expect(sections.map(({ text, heading }) => [text, heading])).toEqual([
      ['## Old', ['Old']],
      ['y = 2', ['Old']],
    ]);
  });

  test('refuses what is no notebook', async () => {
    for (const text of ['{', '[]', '{"a": 1}'])
      await expect(read(text)).rejects.toMatchObject({ code: 'CUBO_FORMAT_INVALID', path: 'test:nb' });
    await expect(read('{"cells": [{}, null, {"cell_type": "code", "source": 3}]}')).rejects.toMatchObject({
      code: 'CUBO_SOURCE_EMPTY',
    });
  });
});
