import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDataset } from '../src/datasets/index.ts';
import type { SetEvaluation } from '../src/evaluation/evaluate-set.ts';
import { evaluateSpans } from '../src/evaluation/evaluate-spans.ts';
import { evaluationCommand } from '../src/evaluation/evaluation-command.ts';
import { allSets } from '../src/evaluation/evaluation-targets.ts';
import { formatEvaluation, formatSummary } from '../src/evaluation/format-evaluation.ts';
import { judgedFigures, overallGain } from '../src/evaluation/summarize.ts';
import type { PairedDifference } from '../src/metrics/index.ts';
import { commandRun } from './command-run.ts';
import { jsonl, qrels, writeDatasets } from './write-dataset.ts';

const documents = [
  { _id: 'https://example.org/#1', title: 'Ships', text: 'The harbour shelters ships and the sailors who man them.' },
  { _id: 'anchor', text: 'An anchor holds a ship where it is, and sailors lift it.' },
  { _id: 'apple', text: 'The orchard bears apples for cider in autumn.' },
  { _id: 'cider', text: 'Cider is pressed from apples and kept in barrels.' },
  { _id: 'granite', text: 'Granite is cut in the quarry by masons.' },
  { _id: 'empty', text: '' },
];
const tiny = {
  'corpus.jsonl': jsonl(documents),
  'queries.jsonl': jsonl([
    { _id: '1', text: 'What do masons cut?' },
    { _id: '2', text: 'Which text is about the harbour of ships?' },
    { _id: '3', text: 'zeppelin' },
    { _id: '4', text: 'is left out' },
  ]),
  'qrels.tsv': qrels([
    ['1', 'granite', 1],
    ['2', 'https://example.org/#1', 2],
    ['2', 'granite', 1],
    ['3', 'apple', 1],
  ]),
};

/** A vector that points along one of 512 axes, twice as long as it need be. */
function unit(axis: number): Float32Array {
  const vector = new Float32Array(512);
  vector[axis] = 2;
  return vector;
}

const bytes = ({ buffer }: Float32Array) => Buffer.from(buffer);

const run = (...args: string[]) => commandRun(evaluationCommand, args);

describe('npm run eval', () => {
  test('prints the figures of a set as one JSON object', async () => {
    const directory = await writeDatasets({ tiny });
    const report = join(directory, 'report');
    const { code, results } = await run('--data', directory, '--sets', 'tiny', '--json', '--report', report);
    expect(code).toBe(0);
    expect(results).toHaveLength(1);
    const { sets } = JSON.parse(results[0] as string);
    expect(Object.keys(sets)).toEqual(['tiny']);
    // Query 1 is right; of query 2 the better document comes first and the other is not found; query 3 finds nothing.
    const ideal = 2 + 1 / Math.log2(3);
    expect(sets.tiny.bm25.ndcg10).toBeCloseTo((1 + 2 / ideal) / 3, 12);
    expect(sets.tiny.bm25.mrr10).toBeCloseTo(2 / 3, 12);
    expect(sets.tiny.bm25.recall10).toBeCloseTo((1 + 1 / 2) / 3, 12);
    expect(sets.tiny.bm25.recall100).toBeCloseTo((1 + 1 / 2) / 3, 12);
    expect(sets.tiny).toMatchObject({ documents: 5, skipped: 1, queries: 3 });
    for (const side of ['dense', 'hybrid']) {
      expect(Object.keys(sets.tiny[side])).toEqual(['ndcg10', 'recall10', 'recall100', 'mrr10']);
      expect(sets.tiny[side].mrr10).toBeCloseTo(2 / 3, 12);
    }
    expect(sets.tiny.seconds.ingest).toBeGreaterThan(0);
    const { gains, better, bm25, dense, hybrid } = sets.tiny;
    for (const [list, { mean, p }] of Object.entries<PairedDifference>(gains)) {
      expect(mean).toBeCloseTo(hybrid.ndcg10 - sets.tiny[list].ndcg10, 12);
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
    }
    expect(better).toBe(dense.ndcg10 > bm25.ndcg10 ? 'dense' : 'bm25');
    expect(sets.tiny.spans).toBeUndefined();
    const files = await readdir(report);
    expect(files.sort()).toEqual(['eval-quality.svg', 'eval.json', 'index.html']);
    expect(JSON.parse(await readFile(join(report, 'eval.json'), 'utf8')).result).toEqual(
      JSON.parse(results[0] as string),
    );
    for (const file of files) expect(await readFile(join(report, file), 'utf8')).not.toContain(directory);
  });

  test('takes vectors from files in place of the latent ones, and names the sets without', async () => {
    const directory = await writeDatasets({ tiny, none: tiny });
    const vectors = join(directory, 'vectors');
    await mkdir(vectors);
    const write = (file: string, rows: Float32Array[]) =>
      writeFile(join(vectors, file), Buffer.concat(rows.map(bytes)));
    // By these the masons are asked about ships, and the zeppelin is an apple, which no word says.
    await write('tiny.corpus.use.f32', [unit(1), unit(9), unit(2), unit(9), unit(9), unit(9)]);
    await write('tiny.queries.use.f32', [unit(1), unit(1), unit(2), unit(3)]);
    const given = await run('--data', directory, '--sets', 'tiny,none', '--vectors', vectors);
    expect(given.code).toBe(0);
    expect(given.messages).not.toContain('none: building');
    const table = given.results.join('\n');
    // Of the first query nothing is found, of the second one of two, of the third all.
    expect(table).toMatch(/ {2}dense +0\.\d{4} +0\.5000 +0\.5000 +0\.6667\n/);
    expect(table).toMatch(/ {2}hybrid +0\.\d{4} +0\.8333/);
    expect(table).toMatch(/(met|missed by \S+) {2}sentence vectors: gain of hybrid/);
    expect(table).toContain('left out: none: there are no vectors of it');

    await write('tiny.queries.use.f32', [unit(1), unit(1)]);
    const short = await run('--data', directory, '--sets', 'tiny', '--vectors', vectors);
    expect(short.code).toBe(1);
    expect(short.messages).toContain('tiny.queries.use.f32 holds 2 vectors of 512 dimensions for 4 texts');
    const without = await run('--data', directory, '--sets', 'none', '--vectors', vectors);
    expect(without.messages).toContain('None of the sets has vectors');
    const missing = await run('--data', directory, '--vectors', join(directory, 'nowhere'));
    expect(missing.messages).toContain('nowhere does not exist or holds no vectors');
  });

  test.each([
    [[], 'The folder of the sets is missing'],
    [['--data', 'DATA', '--sets', 'tiny,other'], 'no set "other"'],
    [['--data', 'DATA', '--sets', 'tiny,'], 'empty name'],
    [['--data', 'DATA/missing'], 'DATA/missing does not exist'],
    [['--data', 'DATA', '--set', 'tiny'], "Unknown option '--set'"],
    [['--data', 'DATA', '--sets', 'unjudged'], 'No query of the set "unjudged"'],
    [['--data', 'DATA', '--sets', 'broken'], 'Line 7 of DATA/broken/corpus.jsonl'],
  ])('ends with code 1 and says why: %j', async (args, expected) => {
    const directory = await writeDatasets({
      tiny,
      unjudged: { ...tiny, 'qrels.tsv': qrels([['1', 'granite', 0]]) },
      broken: { ...tiny, 'corpus.jsonl': `${tiny['corpus.jsonl']}{"_id": "7"\n` },
    });
    const { code, results, messages } = await run(...args.map((arg) => arg.replace('DATA', directory)));
    expect(code).toBe(1);
    expect(results).toEqual([]);
    expect(messages).toContain(expected.replace('DATA', directory));
  });
});

test('the first passages of a document are measured by what they cover of what answers', async () => {
  const topics = 'harbours orchards quarries beehives windmills glaciers looms kilns vineyards'.split(' ');
  const paragraph = (topic: string) =>
    `This is what is known about ${topic}. ${`People who work with ${topic} every day keep notes. `.repeat(15)}`;
  const text = topics.map(paragraph).join('\n\n');
  const start = text.indexOf(paragraph('glaciers'));
  const answer = 'This is what is known about glaciers.';
  const directory = await writeDatasets({
    passages: {
      // The other document holds the same words, and is not asked.
      'corpus.jsonl': jsonl([
        { _id: 'long', text },
        { _id: 'other', text: paragraph('glaciers') },
      ]),
      'queries.jsonl': jsonl([
        { _id: '1', text: 'what is known about glaciers', spans: [['long', start, start + answer.length]] },
        { _id: '2', text: 'what is known about whales', spans: [['long', text.length, text.length + 10]] },
      ]),
      'qrels.tsv': qrels([
        ['1', 'long', 1],
        ['2', 'long', 1],
      ]),
    },
  });
  const dataset = await openDataset(directory, 'passages');
  const spans = await evaluateSpans(dataset, await dataset.queries(), { report: () => {} });
  // All of the first span is found, and nothing of the second, which is beyond the text.
  for (const side of ['bm25', 'hybrid'] as const) expect(spans?.[side].recall, side).toBe(1 / 2);
  // Five passages of at most 1200 characters each.
  expect(spans?.hybrid.precision).toBeGreaterThan(answer.length / 6000 / 2);
  expect(spans?.hybrid.precision).toBeLessThan(answer.length / 1000 / 2);
  expect(spans?.hybrid.iou).toBeCloseTo(spans?.hybrid.precision ?? 0, 2);
});

describe('an evaluation for people', () => {
  const metrics = (ndcg10: number) => ({ ndcg10, recall10: 0.5, recall100: 1, mrr10: 0.25 });
  const evaluation = (bm25: number, dense: number, hybrid: number, p: number): SetEvaluation => ({
    bm25: metrics(bm25),
    dense: metrics(dense),
    hybrid: metrics(hybrid),
    gains: { bm25: { mean: hybrid - bm25, p }, dense: { mean: hybrid - dense, p } },
    better: dense > bm25 ? 'dense' : 'bm25',
    documents: 5,
    skipped: 0,
    queries: 3,
    seconds: { ingest: 1, search: 2 },
  });

  test('has the figures of a set, what both lists together gain, and how likely that is by chance', () => {
    const span = { recall: 0.5, precision: 0.125, iou: 0.0625 };
    const spans = { bm25: span, dense: span, hybrid: span };
    const lines = formatEvaluation('one', { ...evaluation(0.5, 0.75, 0.625, 0.0001), spans }).join('\n');
    expect(lines).toContain('one (5 documents, 3 queries; built in 1.0 s, searched in 2.0 s)');
    expect(lines).toMatch(/nDCG@10 +Recall@10 +Recall@100 +MRR@10\n {2}bm25 +0\.5000 +0\.5000 +1\.0000 +0\.2500\n/);
    expect(lines).toMatch(/hybrid over bm25 +\+0\.1250 \(p < 0\.001\)\n/);
    expect(lines).toMatch(/hybrid over dense +−0\.1250 \(p < 0\.001\), the better list\n/);
    expect(lines).toMatch(/span recall@5 +precision +IoU\n {2}bm25 +0\.5000 +0\.1250 +0\.0625/);
  });

  test('ends with the means and the worst set; sets for learning do not count', () => {
    const evaluations = {
      good: evaluation(0.5, 0.25, 0.75, 0.2),
      bad: evaluation(0.25, 0.5, 0.375, 0.2),
      'good-train': evaluation(0.5, 0.5, 0, 0.2),
    };
    expect(overallGain(evaluations)).toEqual({ sets: 2, mean: 0.0625, worst: -0.125, worstSet: 'bad' });
    const judgements = [{ requirement: 'r', reached: false, missedBy: 0.05, measured: 'm' }];
    const lines = formatSummary(evaluations, { judgements, skipped: ['x: none'] }).join('\n');
    expect(lines).toMatch(/Mean of 2 sets\n.*\n {2}bm25 +0\.3750.*\n {2}dense +0\.3750.*\n {2}hybrid +0\.5625/);
    expect(lines).toContain('nDCG@10: +0.0625 on average, −0.1250 at worst (bad)');
    expect(lines).toContain('missed by .050  r (m)');
    expect(lines).toContain('left out: x: none');
    const all = judgedFigures(evaluations).at(-1);
    expect(all).toEqual({ name: allSets, size: 2, figures: { meanGain: 0.0625, worstGain: -0.125 } });
  });
});
