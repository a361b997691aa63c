import type { Analyzer, Citation, SearchHit } from '@cubo/contracts';
import { quoteLocator } from './quote-locator.ts';
import { type Sentence, sentencesOf, statementText } from './sentences.ts';

/**
 * The places that a text cites. For every marker `[n]` what stands before it, back to the marker before, is compared
 * with the sentences of passage `n`, and the one that says the same is quoted to the letter. Markers of passages that
 * do not exist cite nothing.
 */
export function findCitations(text: string, hits: readonly SearchHit[], analyzer: Analyzer): Citation[] {
  const citations: Citation[] = [];
  let from = 0;
  let statement = '';
  for (const marker of text.matchAll(/\[(\d{1,3})\]/g)) {
    // Markers that follow each other, as in [1][2], stand for the same statement.
    statement = text.slice(from, marker.index).trim() || statement;
    from = marker.index + marker[0].length;
    const number = Number(marker[1]);
    const hit = hits[number - 1];
    if (hit === undefined) continue;
    const citation = citeFor(statement, { ...hit, number }, analyzer);
    const known = citations.some((other) => other.number === number && other.quote === citation.quote);
    if (!known) citations.push(citation);
  }
  return citations;
}

/** A passage that can be cited. */
export type CitablePassage = Pick<SearchHit, 'source' | 'title' | 'locator' | 'text' | 'kind'> & {
  /** The number by which it is cited. */
  readonly number: number;
};

/** The place of a passage on which a statement rests: its sentence that says the same, or comes closest, to the letter. */
export function citeFor(statement: string, passage: CitablePassage, analyzer: Analyzer): Citation {
  const { number, source, title, locator, text } = passage;
  const quote = closestSentence(statement, passage, analyzer);
  return { number, source, title, locator: quoteLocator({ text, locator }, quote), quote: quote.text };
}

/** The sentence of a passage that a statement repeats, or else the one that shares most words with the end of it. */
function closestSentence(statement: string, hit: CitablePassage, analyzer: Analyzer): Sentence {
  const sentences = sentencesOf(hit.text, hit.kind);
  const said = statementText(statement);
  const same = sentences.find((sentence) => said.endsWith(statementText(sentence.text)));
  if (same !== undefined) return same;
  const claim = sentencesOf(statement, 'prose').at(-1)?.text ?? '';
  const wanted = new Set(analyzer.analyze(claim));
  let best: Sentence = { text: hit.text, start: 0 };
  let bestShare = 0;
  for (const sentence of sentences) {
    const terms = new Set(analyzer.analyze(sentence.text));
    const shared = [...terms].filter((term) => wanted.has(term)).length;
    const share = shared / Math.sqrt(terms.size || 1);
    if (share > bestShare) {
      best = sentence;
      bestShare = share;
    }
  }
  return best;
}
