import type { IngestEvent, IngestProgress } from '@cubo/contracts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgress } from '../src/cli/ingest-progress.ts';
import { standardOutput } from '../src/cli/output.ts';
import { progressLine } from '../src/cli/progress-line.ts';
import { formatSeconds } from '../src/text/format-seconds.ts';

const progress: IngestProgress = {
  files: { done: 11, total: 340 },
  bytes: { done: 349_999, total: 1_000_000 },
  chunks: 40,
  bytesPerSecond: 5_240_000,
  secondsLeft: 184,
  bottleneck: 'extract',
};

test('one line tells files, percent, rate, time left, what takes most of the time, and the file', () => {
  expect(progressLine({ files: 12, progress, source: '/docs/a\nb.pdf' })).toBe(
    '12 of 340 files · 34 % · 5.2 MB/s · 3 min left · mostly reading them · /docs/a?b.pdf',
  );
});

test('what is not known yet is left out', () => {
  expect(progressLine({ files: 1 })).toBe('1 file');
  const unknown = { ...progress, files: { done: 2 }, bytes: { done: 2 }, bytesPerSecond: 0, secondsLeft: undefined };
  expect(progressLine({ files: 2, progress: unknown })).toBe('2 files · mostly reading them');
  const empty = { ...progress, files: { done: 1, total: 1 }, bytes: { done: 0, total: 0 }, secondsLeft: 0 };
  expect(progressLine({ files: 3, progress: empty })).toBe('3 of 3 files · 5.2 MB/s · mostly reading them');
});

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [90, '2 min'],
  [3570, '1 h 0 min'],
  [12_000, '3 h 20 min'],
  [200_000, '2 d 7 h'],
])('%d seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

const events: IngestEvent[] = [
  { type: 'job-start', job: '1', resumed: false },
  { type: 'file-start', source: '/a' },
  {
    type: 'file-retry',
    source: '/a',
    attempts: 1,
    seconds: 4,
    reason: '/a is in use.',
    code: 'CUBO_SOURCE_UNREADABLE',
  },
  { type: 'file-start', source: '/b' },
  { type: 'progress', ...progress },
  { type: 'file-finish', source: '/b', outcome: 'indexed', chunks: 2, bytes: 9 },
  { type: 'file-finish', source: '/gone', outcome: 'removed', chunks: 0, bytes: 0 },
  { type: 'file-start', source: '/a' },
  { type: 'embedding', done: 1, total: 2 },
  { type: 'progress', ...progress },
];

/** What is written to standard error. */
function written(isTerminal: boolean): string {
  const { isTTY, columns } = process.stderr;
  onTestFinished(() => void Object.assign(process.stderr, { isTTY, columns }));
  Object.assign(process.stderr, { isTTY: isTerminal, columns: 40 });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const show = createProgress(standardOutput());
  for (const event of events) show(event);
  return write.mock.calls.map(([text]) => String(text)).join('');
}

test('a terminal shows the line, cut to its width, and messages in its place', () => {
  expect(written(true).split('\r\u001b[K')).toEqual([
    '',
    '0 files · /a',
    'again in 4 s: /a is in use.\n',
    '0 files · /b',
    '0 of 340 files · 34 % · 5.2 MB/s · 3 m…',
    '1 of 340 files · 34 % · 5.2 MB/s · 3 m…',
    '1 of 2 vectors',
  ]);
});

test('a pipe is told of retries, and of nothing else on the way', () => {
  expect(written(false)).toBe('again in 4 s: /a is in use.\n');
});
