import { describe, expect, test } from 'vitest';
import { runCommand } from '../src/command/index.ts';
import { evaluationCommand } from '../src/evaluation/evaluation-command.ts';
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

async function run(...args: string[]): Promise<{ code: number; results: string[]; messages: string }> {
  const results: string[] = [];
  const messages: string[] = [];
  const output = { result: (text: string) => results.push(text), message: (text: string) => messages.push(text) };
  const code = await runCommand(() => evaluationCommand(args, output), output);
  return { code, results, messages: messages.join('\n') };
}

describe('npm run eval', () => {
  test('prints the figures of a set as one JSON object', async () => {
    const directory = await writeDatasets({ tiny });
    const { code, results } = await run('--data', directory, '--sets', 'tiny', '--json');
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
  });

  test('prints a table of all sets and their means', async () => {
    const directory = await writeDatasets({ one: tiny, two: tiny });
    const { code, results } = await run('--data', directory);
    expect(code).toBe(0);
    const table = results.join('\n');
    for (const part of ['one (5 documents, 3 queries', 'two (', 'Mean of 2 sets', 'nDCG@10', 'Recall@100', 'hybrid']) {
      expect(table).toContain(part);
    }
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
