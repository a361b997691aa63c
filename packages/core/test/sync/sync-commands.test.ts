import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from '../../src/cli/command-line.ts';
import { commands } from '../../src/cli/commands.ts';
import { type Output, standardOutput } from '../../src/cli/output.ts';
import type { Cubo } from '../../src/index.ts';
import { openCubo, writeFiles } from '../open-cubo.ts';

const quick = { embedder: false, threads: false, workers: 0 } as const;

function capture(onLine: (text: string) => void = () => {}) {
  const lines: string[] = [];
  const messages: string[] = [];
  const add = (text: string) => {
    lines.push(text);
    onLine(text);
  };
  const output: Output = {
    ...standardOutput(),
    line: add,
    json: (value) => add(JSON.stringify(value)),
    message: (text) => messages.push(text),
    progress() {},
  };
  return { output, lines, messages };
}

async function run(cubo: Cubo, words: string[], output: Output, signal = new AbortController().signal) {
  const line = parseCommandLine([...words, '--library', cubo.path]);
  if (typeof line === 'string') throw new Error(line);
  return commands[line.command](cubo, line, output, signal);
}

test('ingest --dry-run lists what would be done, and search finds by category', async () => {
  const { cubo, documents } = await openCubo(quick);
  await writeFiles(documents, { 'a.txt': 'the notice period', 'b.md': 'a note', 'drafts/c.txt': 'the notice draft' });
  const planned = capture();
  const rules = ['--include', '**/*.txt', '--exclude', 'drafts'];
  expect(await run(cubo, ['ingest', documents, '--dry-run', ...rules], planned.output)).toBe(0);
  expect(planned.lines).toEqual([`new        ${join(documents, 'a.txt')}`]);
  expect(planned.messages).toEqual(['1 file: 1 new; nothing was written.']);
  expect([...cubo.documents()]).toEqual([]);

  const json = capture();
  await run(cubo, ['ingest', documents, '--dry-run', '--json'], json.output);
  expect(json.lines.map((text) => JSON.parse(text) as unknown).at(-1)).toMatchObject({ type: 'plan', files: 3 });

  await run(cubo, ['ingest', documents, ...rules, '--category', 'Contracts'], capture().output);
  await run(cubo, ['ingest', join(documents, 'drafts')], capture().output);
  const found = capture();
  await run(cubo, ['search', 'notice', '--mode', 'sparse', '--category', 'Contracts', '--json'], found.output);
  const { hits } = JSON.parse(found.lines[0] ?? '') as { hits: { source: { uri?: string } | string }[] };
  expect(JSON.stringify(hits)).toContain('a.txt');
  expect(hits).toHaveLength(1);
});

test('watch goes on until it is interrupted, which is a good end', async () => {
  const { cubo, documents } = await openCubo(quick);
  await writeFiles(documents, { 'a.txt': 'a' });
  const stop = new AbortController();
  const { output, lines } = capture((text) => {
    if (text.includes('"state":"idle"')) stop.abort(new DOMException('Interrupted.', 'AbortError'));
  });
  expect(await run(cubo, ['watch', documents, '--json'], output, stop.signal)).toBe(0);
  const types = lines.map((text) => (JSON.parse(text) as { type: string }).type);
  expect(types).toEqual(expect.arrayContaining(['watching', 'sync', 'file-finish', 'done']));
});
