import { describe, expect, test } from 'vitest';
import { parseCommandLine } from '../src/cli/command-line.ts';
import { statusLines } from '../src/cli/status-lines.ts';
import type { JobStatus } from '../src/index.ts';
import { openCubo } from './open-cubo.ts';

test('a command line is read with its options in any place', () => {
  expect(
    parseCommandLine(['search', '--library=x', 'a', '--limit', '3', '--scope', 'b', '--scope=-c', '--json']),
  ).toEqual({
    command: 'search',
    operands: ['a'],
    library: 'x',
    json: true,
    limit: 3,
    mode: undefined,
    scope: ['b', '-c'],
    repair: false,
    rules: {},
  });
  expect(
    parseCommandLine([
      ...['ingest', 'docs', 'https://example.com/', '--library', 'x', '--include', '**/*.pdf', '--include=a'],
      ...['--exclude', 'drafts', '--gitignore', '--category', 'Contracts', '--dry-run', '--network'],
      '--allow-empty',
      ...['--metadata', 'client=Rossi & Co=x', '--metadata=year=2026', '--metadata', 'matter=0042'],
      ...['--metadata', 'open=true', '--metadata', 'tag=1', '--metadata', 'tag=b', '--polling'],
    ]),
  ).toMatchObject({
    operands: ['docs', 'https://example.com/'],
    rules: { include: ['**/*.pdf', 'a'], exclude: ['drafts'], gitignore: true, allowEmpty: true },
    metadata: {
      category: 'Contracts',
      client: 'Rossi & Co=x',
      year: 2026,
      matter: '0042',
      open: true,
      tag: ['1', 'b'],
    },
    dryRun: true,
    network: true,
    polling: true,
  });
  expect(parseCommandLine(['delete', '--library', 'x', '--', '-odd name'])).toMatchObject({ operands: ['-odd name'] });
  expect(parseCommandLine(['-h'])).toBe('help');
  expect(parseCommandLine(['search', '-v'])).toBe('version');
});

test.each<[string[], string]>([
  [['sing', '--library', 'x'], 'There is no command "sing".'],
  [['search', 'x'], 'The option --library <folder> is missing.'],
  [['ingest', '--library', 'x'], 'The command ingest lacks its argument <path…>.'],
  [['search', '--library', 'x'], 'The command search lacks its argument "<query>".'],
  [['ask', '--library', 'x'], 'The command ask lacks its argument "<question>".'],
  [['delete', '--library', 'x'], 'The command delete lacks its argument <source>.'],
  [
    ['search', 'two', 'words', '--library', 'x'],
    'The command search does not take "words"; quote an argument with spaces.',
  ],
  [['list', 'all', '--library', 'x'], 'The command list does not take "all".'],
  [['search', 'x', '--library', 'x', '--limit', 'many'], '--limit many is not a whole number.'],
  [['ingest', 'a', '--library', 'x', '--metadata', 'year'], '--metadata year is not <label>=<value>.'],
  [['watch', '--library', 'x'], 'The command watch lacks its argument <folder…>.'],
  [['status', '--library', 'x', '--foo'], 'There is no option --foo.'],
  [['status', '--library', 'x', '--foo=bar'], 'There is no option --foo.'],
  [['status', '--library', 'x', '-q'], 'There is no option -q.'],
  [['status', '--library', 'x', '--constructor'], 'There is no option --constructor.'],
  [['status', '--library'], 'The option --library lacks its value.'],
  [
    ['status', '--library', '--json'],
    'The option --library lacks its value; one that begins with a dash is written --library=--json.',
  ],
  [['status', '--library', 'x', '--json=yes'], 'The option --json takes no value.'],
])('%j is refused: %s', (given, message) => {
  expect(() => parseCommandLine(given)).toThrow(
    expect.objectContaining({ code: 'CUBO_BAD_ARGUMENT', message: `${message} See cubo --help.` }),
  );
});

describe('status for people', () => {
  const job = (id: string, state: JobStatus['state']): JobStatus => ({
    id,
    state,
    paths: ['/documents'],
    startedAt: '2026-01-02T03:04:05.000Z',
    updatedAt: '2026-01-02T03:04:05.000Z',
  });

  test('names the latest job, and of the others those that are not done', async () => {
    const { cubo } = await openCubo({ embedder: false });
    const status = await cubo.status();
    const jobs = [
      job('e', 'done'),
      job('d', 'interrupted'),
      job('c', 'done'),
      job('b', 'failed'),
      job('a', 'cancelled'),
    ];
    const named = statusLines({ ...status, jobs }).flatMap((line) => /^job +(\w+) (\w+) since/.exec(line)?.[1] ?? []);
    expect(named).toEqual(['e', 'd', 'b', 'a']);
  });

  test('counts one segment as one', async () => {
    const { cubo } = await openCubo({ embedder: false });
    const status = await cubo.status();
    expect(statusLines({ ...status, chunks: 5, segments: 1 })).toContain('chunks     5 in 1 segment');
    expect(statusLines(status)).toContain('chunks     0 in 0 segments');
  });
});
