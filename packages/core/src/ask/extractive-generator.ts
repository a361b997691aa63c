import {
  type Analyzer,
  assertKnownOptions,
  type GenerationEvent,
  type Generator,
  type KnownOptions,
  type Passage,
} from '@cubo/contracts';
import { nothingFound } from './nothing-found.ts';
import { statementsOf } from './statements.ts';

/** Settings of {@link extractiveGenerator}. */
export interface ExtractiveGeneratorOptions {
  /** Compares the words of question and sentences. */
  readonly analyzer: Analyzer;
  /** The most sentences of an answer. Default 3. */
  readonly sentences?: number | undefined;
}

const known: KnownOptions<ExtractiveGeneratorOptions> = { analyzer: true, sentences: true };

/** What it says when no passage was found. Programs look at the citations: there are none. */

interface Candidate {
  readonly text: string;
  readonly passage: number;
  readonly isHeader: boolean;
  readonly terms: ReadonlySet<string>;
  readonly score: number;
}

/**
 * Answers without a language model: with the sentences of the passages that have most of the question's words, rare
 * words counting more and function words (`who`, `has`) nothing beside others, each with its citation. Headings and titles
 * are no answers; lines of a mail's header are where nothing else is one. It invents nothing, and understands nothing.
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
    const rated = rate(question, passages);
    // What the header of a mail says of it is an answer where nothing else is one.
    const chosen = best(rated.filter(({ isHeader }) => !isHeader));
    return chosen.length > 0 ? chosen : best(rated);
  }

  function best(candidates: readonly Candidate[]): Candidate[] {
    const chosen: Candidate[] = [];
    const covered = new Set<string>();
    while (chosen.length < sentences) {
      let next: Candidate | undefined;
      let nextGain = 0;
      for (const candidate of candidates) {
        if (chosen.includes(candidate)) continue;
        // A sentence that says the same words again is worth half.
        const fresh = [...candidate.terms].some((term) => !covered.has(term));
        const gain = fresh ? candidate.score : candidate.score / 2;
        if (gain > nextGain) {
          next = candidate;
          nextGain = gain;
        }
      }
      const first = chosen[0];
      if (next === undefined || (first !== undefined && nextGain < first.score / 2)) break;
      chosen.push(next);
      for (const term of next.terms) covered.add(term);
    }
    return chosen;
  }

  function rate(question: string, passages: readonly Passage[]): Candidate[] {
    // A sentence alone is often too short to tell its language by.
    const languageOf = new Map(passages.map((passage) => [passage, analyzer.detect(passage.text)]));
    const analyzed = statementsOf(passages).map((statement) => ({
      ...statement,
      all: new Set(analyzer.analyze(statement.text, { language: languageOf.get(statement.passage) })),
    }));
    const languages = [...new Set(languageOf.values())];
    const asked = analyzer.analyzeQuery(question, { languages });
    // "Who has the keys?" asks for keys. Few of the sentences at hand may have a "who", which makes it rare among them
    // and tells nothing: such words count only where a question has no others.
    const naming = asked.filter(({ isFunctionWord }) => !isFunctionWord);
    const wanted = naming.length > 0 ? naming : asked;
    const frequency = wanted.map(
      ({ variants }) => analyzed.filter(({ all }) => variants.some((term) => all.has(term))).length,
    );
    const rarity = frequency.map((count) => Math.log(1 + analyzed.length / (1 + count)));
    const highest = passages[0]?.score || 1;
    return analyzed.map(({ text, passage, isHeader, all }) => {
      const terms = new Set<string>();
      let score = 0;
      wanted.forEach(({ variants }, i) => {
        const present = variants.find((term) => all.has(term));
        if (present === undefined) return;
        terms.add(present);
        score += rarity[i] ?? 0;
      });
      const said = passage.kind === 'table' && passage.context !== undefined ? `${passage.context}\n${text}` : text;
      return { text: said, passage: passage.number, isHeader, terms, score: score * (0.2 + passage.score / highest) };
    });
  }
}
