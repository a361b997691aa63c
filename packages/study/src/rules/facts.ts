import type { Analyzer } from '@cubo/contracts';
import type { StudyPassage } from '../coverage/study-passage.ts';
import { groundQuote, topicOf } from '../grounding/ground-quote.ts';
import type { Grounding } from '../grounding/grounding.ts';
import { definitionIn, definitionLines, isNoTerm } from './definitions.ts';
import { type NumberInText, numbersIn } from './numbers-in.ts';
import { plainText, type Statement, statementsOf } from './statements.ts';

/** Something that a document says in a form that can be asked for by rules. */
export type Fact = {
  readonly grounding: Grounding;
  readonly topic?: string | undefined;
  /** Language of its passage, or `und`. */
  readonly language: string;
} & (
  | { readonly kind: 'definition'; readonly term: string; readonly definition: string }
  /** A heading that asks, and the first sentence below it. */
  | { readonly kind: 'answer'; readonly question: string; readonly answer: string }
  /** A sentence with a term in it, which is set in bold or is that of its heading. */
  | { readonly kind: 'term'; readonly text: string; readonly term: string }
  /** A sentence with a number. */
  | { readonly kind: 'number'; readonly text: string; readonly number: NumberInText }
);

/** Kind of a fact. */
export type FactKind = Fact['kind'];

/** The facts of passages, each sentence for one fact at most, in the order of the passages. */
export function factsOf(passages: readonly StudyPassage[], analyzer: Analyzer): Fact[] {
  const seen = new Map<string, Fact>();
  for (const passage of passages) {
    for (const fact of factsOfPassage(passage, analyzer)) {
      // Neighbours overlap, and documents repeat themselves.
      const key = plainText(fact.grounding.quote).toLowerCase();
      if (!seen.has(key)) seen.set(key, fact);
    }
  }
  const facts = [...seen.values()];
  const times = Map.groupBy(facts, termOf);
  // What is defined in several ways is a label of something else: who speaks, a column.
  return facts.filter((fact) => fact.kind !== 'definition' || times.get(termOf(fact))?.length === 1);
}

function termOf(fact: Fact): string | undefined {
  return fact.kind === 'definition' ? fact.term.toLowerCase() : undefined;
}

function factsOfPassage(passage: StudyPassage, analyzer: Analyzer): Fact[] {
  const language = analyzer.detect(passage.text);
  const shared = { topic: topicOf(passage), language };
  const ground = (range: { readonly start: number; readonly end: number }) => ({
    ...shared,
    grounding: groundQuote(passage, range),
  });
  const isProse = passage.kind === 'prose' || passage.kind === 'slide';
  const lines = isProse ? definitionLines(passage.text) : [];
  const listed = lines.map(
    ({ term, definition, ...range }): Fact => ({
      kind: 'definition',
      term: plainText(term),
      definition: plainText(definition),
      ...ground(range),
    }),
  );
  const statements = statementsOf(passage, language).filter(
    ({ start, end }) => !lines.some((line) => start < line.end && line.start < end),
  );
  const said = statements.flatMap((statement, index): Fact[] => {
    const fact = factIn(statement, { passage, language, isFirst: index === 0 });
    return fact === undefined ? [] : [{ ...fact, ...ground(statement) } as Fact];
  });
  return [...listed, ...said];
}

function factIn(
  { text, terms, start }: Statement,
  {
    passage,
    language,
    isFirst,
  }: { readonly passage: StudyPassage; readonly language: string; readonly isFirst: boolean },
): object | undefined {
  const definition = definitionIn(text, language);
  if (definition !== undefined) return { kind: 'definition', ...definition };
  const heading = plainText(passage.heading?.at(-1) ?? '');
  const above = plainText(passage.text.slice(0, start));
  if (isFirst && above !== '' && above === heading && /[?？]$/.test(heading))
    return { kind: 'answer', question: heading, answer: text };
  const headed = withoutNumber(heading);
  const candidates = isAbout(text, headed) ? [...terms, headed] : terms;
  const term = candidates.find((candidate) => isTermOf(candidate, text));
  if (term !== undefined) return { kind: 'term', text, term: textAsIn(text, term) };
  const [number] = numbersIn(text);
  return number === undefined ? undefined : { kind: 'number', text, number };
}

/** Headings are numbered: `2.1 Notice`. */
function withoutNumber(heading: string): string {
  return heading.replace(/^(?:[\dIVX]+(?:\.\d+)*\.?|§+\s*\d+[a-z]?)\s+/, '');
}

/** Whether a sentence speaks of what its heading names: it begins with it, but for an article. */
function isAbout(text: string, heading: string): boolean {
  const place = text.toLowerCase().indexOf(heading.toLowerCase());
  return place >= 0 && !text.slice(0, place).trim().includes(' ');
}

/** Whether a term stands once in a sentence, as words, and leaves enough of it to be asked by. */
function isTermOf(term: string, text: string): boolean {
  if (term.length < 3 || term.length > 50 || term.split(' ').length > 4 || !/\p{L}{3}/u.test(term)) return false;
  if (/[?!:;,.]/.test(term) || isNoTerm(term)) return false;
  const [place, another] = [...text.matchAll(wordsOf(term))];
  return place !== undefined && another === undefined && term.length < text.length / 2;
}

function textAsIn(text: string, term: string): string {
  return wordsOf(term).exec(text)?.[0] ?? term;
}

/** A pattern for just these words. */
export function wordsOf(term: string): RegExp {
  const literal = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
