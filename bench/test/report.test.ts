import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { thinOut } from '../src/measure/sample-memory.ts';
import { createReporter, type PageContent } from '../src/reporting/index.ts';
import { reportArguments } from '../src/reporting/report-arguments.ts';
import { withoutPaths } from '../src/reporting/without-paths.ts';
import { writeReport } from '../src/reporting/write-report.ts';
import { expectWellFormed } from './well-formed.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'cubo-report-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(directory, file), 'utf8');

function content(id: string, change: Partial<PageContent> = {}): PageContent {
  const axes = { x: { label: 'x' }, y: { label: 'y' } };
  const series = [{ name: 'a', own: true, points: [[1, 2] as const, [2, 3] as const] }];
  return {
    charts: [{ kind: 'lines', id, title: `Plot of ${id}`, note: 'How to read it.', ...axes, series }],
    tables: [{ title: 'Figures', columns: ['', 'figure'], rows: [['speed & size', '1.00']] }],
    judgements: [],
    remarks: [],
    ...change,
  };
}

const write = (name: string, page: PageContent) =>
  writeReport(directory, { name, summary: 'a measure', result: { benchmark: name, list: [1, 2.5, -3e-7] }, page });

/** What a page shows in its body must at least be well-formed. */
function expectPage(): string {
  const page = read('index.html');
  expectWellFormed(page.slice(page.indexOf('<main>'), page.indexOf('</main>') + '</main>'.length));
  return page;
}

describe('a report', () => {
  test('holds the last results of each benchmark, on one page', async () => {
    await write('one', content('speed'));
    await write('two', content('growth'));
    await write('one-more', content('size'));
    await write('one', content('quality', { remarks: ['something: it was not there'] }));
    expect(readdirSync(directory).sort()).toEqual([
      'index.html',
      'one-more-size.svg',
      'one-more.json',
      'one-quality.svg',
      'one.json',
      'two-growth.svg',
      'two.json',
    ]);
    const page = expectPage();
    for (const part of ['id="one"', 'id="two"', 'Plot of quality', 'Plot of growth', 'it was not there']) {
      expect(page).toContain(part);
    }
    const sections = [...page.matchAll(/<section id="([^"]*)"/g)].map(([, id]) => id);
    expect(sections).toEqual(['one', 'one-more', 'two']);
    expect(page).toContain('speed &amp; size');
    expect(page).not.toContain('Plot of speed');
    expect(page.match(/<style>/g)).toHaveLength(1);
    expectWellFormed(read('one-quality.svg').trimEnd());
    const saved = JSON.parse(read('one.json'));
    expect(saved).toMatchObject({ name: 'one', result: { benchmark: 'one', list: [1, 2.5, -3e-7] } });
    expect(saved.measured).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Object.keys(saved.environment)).toEqual(['node', 'cores', 'memoryGigabytes']);
  });

  test('needs nothing from elsewhere, and says what is met and what is not', async () => {
    const judgements = [
      { requirement: 'recall: at least .9', reached: true, measured: 'recall 0.95' },
      { requirement: 'time: at most 5 ms', reached: false, missedBy: 1.25, measured: 'p50 6.25' },
      { requirement: 'size', reached: undefined, measured: 'not measured' },
    ];
    await write('one', content('speed', { judgements }));
    const page = expectPage();
    expect(page).not.toMatch(/<script|<link|@import|src=|url\(|http(?!:\/\/www\.w3\.org\/2000\/svg)/);
    for (const verdict of ['>met<', '>missed by 1.3<', '>unknown<']) expect(page).toContain(verdict);
  });

  test('passes over files of others, and never writes over a page of theirs', async () => {
    writeFileSync(join(directory, 'package.json'), '{"name":"x"}');
    writeFileSync(join(directory, 'broken.json'), '{');
    await write('one', content('speed'));
    expect(expectPage().match(/<section/g)).toHaveLength(1);
    writeFileSync(join(directory, 'index.html'), '<p>Home</p>');
    await expect(write('one', content('speed'))).rejects.toThrow('is not a page of a report');
    expect(read('index.html')).toBe('<p>Home</p>');
  });

  test('refuses results in another form, before anything is measured', async () => {
    writeFileSync(join(directory, 'old.json'), '{"format":"cubo-benchmark-0","name":"old"}');
    const output = { result: () => {}, message: () => {} };
    await expect(createReporter({ json: false, report: directory }, output)).rejects.toThrow(
      'old.json holds results in another form',
    );
  });

  test('tells nothing of the computer but its size', async () => {
    const failure = `zvec: Error: Cannot find module '${process.cwd()}/node_modules/zvec' in ${tmpdir()}/cubo-1/x.mjs`;
    await write('one', content('speed', { remarks: [failure] }));
    for (const file of readdirSync(directory)) {
      const text = read(file);
      for (const secret of [process.cwd(), directory, tmpdir(), hostname()]) expect(text).not.toContain(secret);
    }
    expect(read('index.html')).toContain("Cannot find module '…/zvec' in …/x.mjs");
  });
});

test('paths are cut down to their last name, and nothing else is', () => {
  const cut = (text: string) => withoutPaths(text);
  expect(cut('at /home/ada/a-b/c.ts:12, file:///tmp/x/y.mjs')).toBe('at …/c.ts:12, …/y.mjs');
  expect(cut('C:\\Users\\Ada\\texts and "D:/x/y z"')).toBe('…/texts and "…/y z"');
  for (const text of ['a/b/c', '1/20 of 3 MB/s', 'https://example.org/a/b', 'and/or', '/ /x', 'ratio 1/2/3']) {
    expect(cut(text)).toBe(text);
  }
});

test('where results go is told from other arguments', () => {
  const told = (...args: string[]) => reportArguments(args, 'usage');
  expect(told('--texts', '5', '--json', '--report', 'x', '--peers=all')).toEqual({
    json: true,
    report: 'x',
    others: ['--texts', '5', '--peers=all'],
  });
  expect(told('--report=a b')).toEqual({ json: false, report: 'a b', others: [] });
  for (const args of [['--report'], ['--report', '--json'], ['--report=']]) {
    expect(() => told(...args)).toThrow('--report needs a folder.');
  }
});

test('of many samples those with the most memory are kept, in their order', () => {
  const samples = Array.from({ length: 1000 }, (_, i) => [i, i === 777 ? 5000 : i % 10] as const);
  const kept = thinOut(samples, 240);
  expect(kept.length).toBeLessThanOrEqual(240);
  expect(kept).toContainEqual([777, 5000]);
  expect(kept.map(([seconds]) => seconds)).toEqual(kept.map(([seconds]) => seconds).toSorted((a, b) => a - b));
  expect(thinOut(samples.slice(0, 3), 240)).toEqual(samples.slice(0, 3));
});
