import type { Analyzer } from '@cubo/contracts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { groundQuote } from '../grounding/ground-quote.ts';
import type { Grounding } from '../grounding/grounding.ts';

/** A word that passages are about. */
export interface Keyword {
  readonly label: string;
  readonly grounding: Grounding;
}

const shortest = 4;
/** A word, neither within an address nor beside what belongs to it. */
const wordPattern = /(?<![\p{L}\p{N}/@._-])\p{L}[\p{L}\p{M}-]+(?![\p{L}\p{N}@/]|:\/|\.\p{L})/gu;

/** Words of English that name nothing, and that grammar alone does not tell. */
const namesNothing =
  /^(?:like|using|used|uses|useful|including|included|according|following|based|given|known|made|make|makes|written|called|retrieved|available|supported|provided|related|different|various|several|example|examples|however|january|february|march|april|may|june|july|august|september|october|november|december)$/i;

/** In how many passages each word stands, by its term. */
export function countPassagesOf(passages: readonly StudyPassage[], analyzer: Analyzer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of passages) {
    for (const term of new Set(analyzer.analyze(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

/**
 * The words that set passages off from others, each with its first place; none that serve the grammar.
 *
 * @param others in how many of `total` passages each word stands
 */
export function keywordsOf(
  passages: readonly StudyPassage[],
  analyzer: Analyzer,
  options: { readonly count: number; readonly others: ReadonlyMap<string, number>; readonly total: number },
): Keyword[] {
  const { count, others, total } = options;
  const words = new Map<string, Keyword & { times: number }>();
  for (const passage of passages) {
    const language = analyzer.detect(passage.text);
    for (const { 0: word, index } of passage.text.matchAll(wordPattern)) {
      if (word.length < shortest || (language === 'de' && !isGermanNoun(word, passage.text.slice(0, index)))) continue;
      if (namesNothing.test(word)) continue;
      const term = namingTerm(word, analyzer, language);
      if (term === undefined) continue;
      const found = words.get(term);
      if (found !== undefined) found.times++;
      else {
        const grounding = groundQuote(passage, { start: index, end: index + word.length });
        words.set(term, { label: word, grounding, times: 1 });
      }
    }
  }
  return [...words]
    .filter(([, { times }]) => times > 1)
    .map(([term, { times, ...keyword }]) => ({ keyword, worth: times * Math.log(1 + total / (others.get(term) ?? 1)) }))
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, count)
    .map(({ keyword }) => keyword);
}

/** With a capital letter that does not begin a sentence. */
function isGermanNoun(word: string, before: string): boolean {
  return /^\p{Lu}/u.test(word) && /[\p{L}\p{N},;)] $/u.test(before.slice(-2));
}

function namingTerm(word: string, analyzer: Analyzer, language: string): string | undefined {
  const [term] = analyzer.analyzeQuery(word, { languages: [language] });
  return term?.isFunctionWord === true ? undefined : term?.variants[0];
}
