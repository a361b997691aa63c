import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createAnalyzer } from '@cubo/retrieval';
import { describe, expect, test } from 'vitest';
import { latentEmbedder } from '../../src/embedders/latent/index.ts';
import { similarity, stream } from './fixture.ts';

const data = fileURLToPath(new URL('../../../../../shared/eval/retrieval', import.meta.url));

/** nDCG@10 of an exact decomposition in 256 dimensions (SciPy's ARPACK) over Porter stems. */
const reference = { medline: 0.7503, cranfield: 0.4097 };

describe.skipIf(!existsSync(data))('latentEmbedder against an exact decomposition', () => {
  for (const [set, expected] of Object.entries(reference)) {
    test(`ranks ${set} as well`, { timeout: 60_000 }, async () => {
      expect(Math.abs((await ndcgAt10(set)) - expected)).toBeLessThan(0.01);
    });
  }
});

interface Row {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}

async function ndcgAt10(set: string): Promise<number> {
  const rows = async (name: string) =>
    (await readFile(`${data}/${set}/${name}.jsonl`, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  const documents = await rows('corpus');
  const judgements = new Map<string, Map<string, number>>();
  for (const line of (await readFile(`${data}/${set}/qrels.tsv`, 'utf8')).trim().split('\n').slice(1)) {
    const [query = '', document = '', grade] = line.split('\t');
    judgements.set(query, (judgements.get(query) ?? new Map()).set(document, Number(grade)));
  }
  const texts = documents.map(({ title, text }) => (title ? `${title}\n${text}` : text));
  const embedder = await latentEmbedder({ analyzer: createAnalyzer() }).fit(stream(texts));
  const vectors = await embedder.embedDocuments(texts);
  const gain = (grades: number[]) => grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  let total = 0;
  for (const { _id, text } of await rows('queries')) {
    const query = await embedder.embedQuery(text);
    const grades = judgements.get(_id) as Map<string, number>;
    const ranked = vectors
      .map((vector, i) => ({ score: similarity(query, vector), grade: grades.get((documents[i] as Row)._id) ?? 0 }))
      .sort((a, b) => b.score - a.score);
    const ideal = [...grades.values()].sort((a, b) => b - a);
    total += gain(ranked.slice(0, 10).map(({ grade }) => grade)) / gain(ideal.slice(0, 10));
  }
  return total / judgements.size;
}
