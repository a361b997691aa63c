import type { Relevance } from '../metrics/index.ts';
import { malformed } from './malformed.ts';
import { readLines } from './read-lines.ts';

/**
 * Reads `qrels.tsv`: a header, then query id, document id and grade, separated by tabs.
 *
 * @returns the judgements of each query
 * @throws CuboError `CUBO_FORMAT_INVALID` naming the first line that has another form
 */
export async function readJudgements(path: string): Promise<Map<string, Relevance>> {
  const judgements = new Map<string, Map<string, number>>();
  let header = true;
  for await (const { number, text } of readLines(path)) {
    const [query = '', document = '', grade = '', ...more] = text.split('\t');
    if (header) {
      header = false;
      // A file without a header would lose its first judgement.
      if (isGrade(grade)) throw malformed(path, number, 'a header such as "query-id, corpus-id, score"');
      continue;
    }
    if (query === '' || document === '' || !isGrade(grade) || more.length > 0) {
      throw malformed(path, number, 'a query id, a document id and a number, separated by tabs');
    }
    const judged = judgements.get(query) ?? new Map<string, number>();
    judged.set(document, Number(grade));
    judgements.set(query, judged);
  }
  return judgements;
}

function isGrade(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}
