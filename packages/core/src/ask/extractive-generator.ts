import {
  type Analyzer,
  assertKnownOptions,
  type GenerationEvent,
  type Generator,
  type KnownOptions,
  type Passage,
} from '@cubo/contracts';
import { sentencesOf, statementText } from './sentences.ts';

/** Settings of {@link extractiveGenerator}. */
export interface ExtractiveGeneratorOptions {
  /** Compares the words of question and sentences. */
  readonly analyzer: Analyzer;
  /** The most sentences of an answer. Default 3. */
  readonly sentences?: number | undefined;
}

const known: KnownOptions<ExtractiveGeneratorOptions> = { analyzer: true, sentences: true };

/** What it says when no passage was found. Programs look at the citations: there are none. */
const nothingFound = 'The documents do not answer this question.';

interface Candidate {
  readonly text: string;
  readonly passage: number;
  readonly terms: ReadonlySet<string>;
  readonly score: number;
}

/**
 * Answers without a language model: with the sentences of the passages that have most of the question's words, rare
 * words counting more, each with its citation. It invents nothing, and understands nothing.
 */
export function extractiveGenerator(options: ExtractiveGeneratorOptions): Generator {
  assertKnownOptions('extractiveGenerator()', options, known);
  const { analyzer, sentences = 3 } = options;
  return {
    id: 'extractive',
    contextWindow: Number.POSITIVE_INFINITY,
    capabilities: { tools: false, images: false, thinking: false, jsonSchema: false },
    async *generate({ question, passages }, { signal } = {}): AsyncGenerator<GenerationEvent> {
      signal?.throwIfAborted();
      const chosen = choose(question, passages);
      if (chosen.length === 0) yield { type: 'text', text: nothingFound };
      for (const [i, { text, passage }] of chosen.entries()) {
        yield { type: 'text', text: `${i > 0 ? '\n' : ''}${text} [${passage}]` };
      }
      yield { type: 'finish', reason: 'stop' };
    },
  };

  function choose(question: string, passages: readonly Passage[]): Candidate[] {
    const candidates = rate(question, passages);
    const chosen: Candidate[] = [];
    const covered = new Set<string>();
    while (chosen.length < sentences) {
      let best: Candidate | undefined;
      let bestGain = 0;
      for (const candidate of candidates) {
        if (chosen.includes(candidate)) continue;
        // A sentence that says the same words again is worth half.
        const fresh = [...candidate.terms].some((term) => !covered.has(term));
        const gain = fresh ? candidate.score : candidate.score / 2;
        if (gain > bestGain) {
          best = candidate;
          bestGain = gain;
        }
      }
      const first = chosen[0];
      if (best === undefined || (first !== undefined && bestGain < first.score / 2)) break;
      chosen.push(best);
      for (const term of best.terms) covered.add(term);
    }
    return chosen;
  }

  function rate(question: string, passages: readonly Passage[]): Candidate[] {
    const statements = new Map<string, { text: string; passage: Passage }>();
    for (const passage of passages) {
      for (const { text } of sentencesOf(passage.text, passage.kind)) {
        const said = statementText(text);
        // Overlapping passages hold the same sentence: the better passage is cited.
        if (isStatement(text, passage) && !statements.has(said)) statements.set(said, { text: said, passage });
      }
    }
    const analyzed = [...statements.values()].map((statement) => ({
      ...statement,
      all: new Set(analyzer.analyze(statement.text)),
    }));
    const languages = [...new Set(passages.map((passage) => analyzer.detect(passage.text)))];
    const wanted = analyzer.analyzeQuery(question, { languages });
    const frequency = wanted.map(
      ({ variants }) => analyzed.filter(({ all }) => variants.some((term) => all.has(term))).length,
    );
    const rarity = frequency.map((count) => Math.log(1 + analyzed.length / (1 + count)));
    const best = passages[0]?.score || 1;
    return analyzed.map(({ text, passage, all }) => {
      const terms = new Set<string>();
      let score = 0;
      wanted.forEach(({ variants }, i) => {
        const present = variants.find((term) => all.has(term));
        if (present === undefined) return;
        terms.add(present);
        score += rarity[i] ?? 0;
      });
      const said = passage.kind === 'table' && passage.context !== undefined ? `${passage.context}\n${text}` : text;
      return { text: said, passage: passage.number, terms, score: score * (0.2 + passage.score / best) };
    });
  }
}

/** Headings, questions and the header of a table answer nothing. */
function isStatement(text: string, passage: Passage): boolean {
  return text !== passage.context && !/^#{1,6}\s/.test(text) && !/[?？]["'»”)]*$/.test(text);
}
