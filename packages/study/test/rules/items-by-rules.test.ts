import { expect, test } from 'vitest';
import { samplePassages } from '../../src/coverage/sample-passages.ts';
import { createDecks } from '../../src/flashcards/create-decks.ts';
import type { MindMapNode } from '../../src/mind-map/mind-map.ts';
import { cardsByRules } from '../../src/rules/cards-by-rules.ts';
import { mindMapByRules } from '../../src/rules/mind-map-by-rules.ts';
import { questionsByRules } from '../../src/rules/questions-by-rules.ts';
import { nameOfSource } from '../../src/title-of-sources.ts';
import { openStudyParts } from '../helpers/open-study-parts.ts';

const files = {
  'cells.md': [
    '# The cell\n\nA cell is the smallest unit of life. The **plasma membrane** keeps the inside of a cell apart from its surroundings.',
    '## Organelles\n\nA mitochondrion is an organelle that makes energy from sugar. A ribosome is a particle that makes proteins.\nA lysosome is an organelle that takes apart what is old. A nucleus is an organelle that holds the genes.',
    '## How large are cells?\n\nMost cells of animals measure between ten and thirty thousandths of a millimetre.',
    '## Numbers\n\nA human body has some 200 kinds of cells. A liver cell has about 2000 kinds of enzymes in it. A bacterium has only 3 kinds of walls.',
  ].join('\n\n'),
};

async function open() {
  const { parts } = await openStudyParts({ files });
  return { parts, passages: await samplePassages(parts, { count: 50 }) };
}

test('cards come of definitions, headings that ask, bold terms and numbers, each on its exact words', async () => {
  const { parts, passages } = await open();
  const cards = cardsByRules(parts, { passages, count: 50 });
  expect(cards.map(({ item }) => item)).toEqual(
    expect.arrayContaining([
      { kind: 'basic', front: 'cell', back: 'the smallest unit of life.' },
      { kind: 'basic', front: 'ribosome', back: 'a particle that makes proteins.' },
      {
        kind: 'basic',
        front: 'How large are cells?',
        back: 'Most cells of animals measure between ten and thirty thousandths of a millimetre.',
      },
      {
        kind: 'cloze',
        text: 'The {{c1::plasma membrane}} keeps the inside of a cell apart from its surroundings.',
      },
      { kind: 'cloze', text: 'A human body has some {{c1::200}} kinds of cells.' },
    ]),
  );
  for (const { grounding, topic } of cards) {
    const passage = passages.find(({ id }) => id === grounding.chunk);
    expect(passage?.text).toContain(grounding.quote);
    expect(topic).toBe(passage?.heading?.at(-1));
  }
});

test('cards that are refused are left out, and only kinds that are wanted', async () => {
  const { parts, passages } = await open();
  const accept = (card: object) => !JSON.stringify(card).includes('ribosome');
  const cards = cardsByRules(parts, { passages, count: 50, kinds: ['reversed'], accept });
  expect(new Set(cards.map(({ item }) => item.kind))).toEqual(new Set(['reversed']));
  expect(JSON.stringify(cards.map(({ item }) => item))).not.toContain('ribosome');
  expect(cardsByRules(parts, { passages, count: 2 })).toHaveLength(2);
});

test('wrong options are terms, or numbers that count the same, of the document', async () => {
  const { parts, passages } = await open();
  const questions = questionsByRules(parts, { passages, count: 50 }).map(({ item }) => item);
  expect(new Set(questions.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(4);
  const terms = ['cell', 'mitochondrion', 'ribosome', 'lysosome', 'nucleus'];
  for (const question of questions) {
    if (question.kind !== 'multiple-choice') continue;
    expect(new Set(question.options).size).toBe(4);
    for (const option of question.options) expect(terms).toContain(option);
  }
  const statements = questionsByRules(parts, { passages, count: 50, kinds: ['true-false'] }).map(({ item }) => item);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    if (statement.kind !== 'true-false') throw new Error('not asked for');
    expect(statement.question === statement.explanation).toBe(statement.correct);
  }
});

test('a mind map has the headings of a document, and below them what they define', async () => {
  const { parts } = await open();
  const map = await mindMapByRules(parts, { title: 'Cells', breadth: 4 });
  const labels = (node: MindMapNode): unknown => [node.label, ...node.children.map(labels)];
  expect(labels(map)).toMatchObject([
    'Cells',
    ['Organelles', ['mitochondrion'], ['ribosome'], ['lysosome'], ['nucleus']],
    ['How large are cells?'],
    ['Numbers', ['kinds']],
  ]);
  expect(map.children[0]?.grounding?.quote).toBe('Organelles');
});

test('few cards come from all over a long document, and as many as it has something for', async () => {
  const chapters = Array.from(
    { length: 64 },
    (_, i) =>
      `## Part ${i}\n\nA thing${i} is a tool that workers of ${i + 100} shops used. ${'It was handed on to others. '.repeat(8)}`,
  );
  const { parts } = await openStudyParts({ files: { 'tools.md': `# Tools\n\n${chapters.join('\n\n')}` } });
  const passages = await samplePassages(parts, { count: 500 });
  const cards = cardsByRules(parts, { passages, count: 8 });
  const places = cards.map(({ topic }) => Number(/\d+/.exec(topic ?? '')?.[0])).sort((one, other) => one - other);
  expect(places).toHaveLength(8);
  places.forEach((place, i) => {
    expect(Math.abs(place - i * 8)).toBeLessThan(8);
  });
  const decks = createDecks(parts);
  const made = await decks.generate({ count: 40, name: 'Tools' });
  expect(made.cards).toHaveLength(40);
  const more = await decks.generate({ count: 40, deck: made.deck?.id });
  expect(new Set([...made.cards, ...more.cards].map((card) => JSON.stringify(card))).size).toBe(64);
});

test('a document without a title is named after its file, also where that has a percent sign', () => {
  expect(nameOfSource('/papers/cell%20biology.pdf')).toBe('cell biology');
  expect(nameOfSource('C:\\papers\\100% sure.md')).toBe('100% sure');
});

test('a mind map leaves out references and contents, and words that name nothing', async () => {
  const prose =
    'Voles were retrieved using traps like these. Retrieved voles, using traps, like the voles before, were weighed.';
  const { parts } = await openStudyParts({
    files: {
      'voles.md': `# Voles\n\n## 1 Method\n\n${prose}\n\n## Results\n\nFew came.\n\n## References\n\nSmith 2019. Smith 2020. Smith 2021.`,
      'list.md': '# References\n\nBrown 2019. Brown 2020. Brown 2021.',
    },
  });
  const labels = ({ label, children }: MindMapNode): string[] => [label, ...children.flatMap(labels)];
  const [all, only] = await Promise.all([
    mindMapByRules(parts, { title: 'All' }),
    mindMapByRules(parts, { title: 'Only', scope: { sources: [[...parts.cubo.documents()][0]?.uri ?? ''] } }),
  ]);
  expect(labels(all)).toEqual(expect.arrayContaining(['1 Method', 'Results', 'Voles']));
  expect(labels(all).join(' ')).not.toMatch(/References|Smith|Retrieved|using|like/i);
  expect(labels(only).length).toBeGreaterThan(1);
});

test('a document that defines too few terms to choose among is asked for them with a gap', async () => {
  const { parts } = await openStudyParts({
    files: { 'lease.md': '# Lease\n\nA **deposit** is a sum that secures the claims of the landlord.' },
  });
  const passages = await samplePassages(parts, { count: 50 });
  const questions = questionsByRules(parts, { passages, count: 5, kinds: ['cloze', 'multiple-choice'] });
  expect(questions.map(({ item }) => item)).toEqual([
    {
      ...{ kind: 'cloze', question: 'What is missing?', blanks: [['deposit']] },
      text: 'A ____ is a sum that secures the claims of the landlord.',
    },
  ]);
});
