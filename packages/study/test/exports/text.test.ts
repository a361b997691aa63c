import { expect, test } from 'vitest';
import { quizToGift } from '../../src/exports/quizzes/quiz-to-gift.ts';
import { quizToMarkdown } from '../../src/exports/quizzes/quiz-to-markdown.ts';
import { quizToMoodleXml } from '../../src/exports/quizzes/quiz-to-moodle-xml.ts';
import { quizToQti } from '../../src/exports/quizzes/quiz-to-qti.ts';
import { workshopToMarkdown } from '../../src/exports/workshops/workshop-to-markdown.ts';
import { quizFromMoodleXml } from '../../src/imports/quizzes/quiz-from-moodle-xml.ts';
import { quizFromQti } from '../../src/imports/quizzes/quiz-from-qti.ts';
import { readZip } from '../../src/imports/text/read-zip.ts';
import type { QuizQuestion } from '../../src/quiz/quiz-question.ts';
import { elementsOf } from '../helpers/parse-strictly.ts';

const grounding = {
  source: 'file:///lease.md',
  chunk: 1,
  locator: { kind: 'heading', path: ['Rent'], start: 0, end: 5 },
  quote: 'The rent is *950* euros.',
  sha256: 'x',
} as const;
const base = { origin: 'user', explanation: 'So it says.', topic: 'Rent', difficulty: 'advanced' } as const;
const questions: QuizQuestion[] = [
  { ...base, id: 'a', kind: 'multiple-choice', question: 'Which?', options: ['one', 'two'], correct: 1, grounding },
  { ...base, id: 'b', kind: 'multi-select', question: 'Which ones?', options: ['a', 'b', 'c'], correct: [0, 2] },
  { ...base, id: 'c', kind: 'true-false', question: 'True?', correct: false },
  { ...base, id: 'd', kind: 'numeric', question: 'Rent?', value: 950, tolerance: 0.5, unit: '€' },
  { ...base, id: 'e', kind: 'short-answer', question: 'Why?', answer: 'Because.', keyPoints: ['one', 'two'] },
  {
    ...base,
    id: 'f',
    kind: 'cloze',
    question: 'Fill in.',
    text: '____ months in ____.',
    blanks: [['Three', '3'], ['writing']],
  },
];
const quiz = { title: 'Lease', questions };

test('Markdown has three levels: to be answered, with answers, with explanations and sources', () => {
  const [bare, answered, explained] = (['questions', 'answers', 'explanations'] as const).map((level) =>
    quizToMarkdown(quiz, { level }),
  ) as [string, string, string];
  expect(bare).toContain('## 1. Which?\n\n- [ ] one\n- [ ] two\n\n## 2.');
  for (const secret of ['[x]', 'Answer', 'Because', 'Three', '950', 'So it says']) expect(bare).not.toContain(secret);
  expect(answered).toContain('- [x] two\n\n**Answer:** two\n\n## 2.');
  expect(answered).toContain('**Answer:** 950 ± 0.5 €');
  expect(answered).toContain('**Answer:** **Three / 3** months in **writing**.');
  expect(answered).not.toContain('So it says');
  expect(explained).toContain('So it says.\n\n> The rent is \\*950\\* euros.\n>\n> — ');
  expect(quizToMarkdown(quiz)).toBe(explained);
  expect(quizToMarkdown(quiz, { words: { answer: 'Antwort', false: 'Falsch' } })).toContain('**Antwort:** Falsch');
  expect(() => quizToMarkdown(quiz, { level: 'all' as never })).toThrow(/questions, answers or explanations/);
});

test('what a format lacks is made up for: several blanks, units, answers in own words', () => {
  const gift = quizToGift(quiz);
  expect(gift).toContain('Rent? (€) {#950:0.5');
  expect(gift).toContain('Why? {####Because.\\n\\n- one\\n- two}');
  expect(gift).toContain('Fill in.\\n\\n{=Three =3 ####So it says.} months in writing.');
  expect(gift).toContain('Fill in.\\n\\nThree months in {=writing ####So it says.}.');
  const withoutGrounding = questions.map(({ grounding: _, ...question }) => ({ ...question, origin: 'import' }));
  expect(quizFromMoodleXml(quizToMoodleXml(quiz)).questions).toEqual(withoutGrounding);
  expect(quizFromQti(quizToQti(quiz)).questions).toEqual(withoutGrounding);
});

test('a QTI package has the structure that its standard wants', () => {
  const { files } = readZip(quizToQti(quiz), 'package', () => true);
  const text = (name: string) => new TextDecoder().decode(files.get(name));
  const resources = elementsOf(text('imsmanifest.xml'), 'resource');
  expect(resources.map(({ attributes }) => attributes.type)).toEqual([
    'imsqti_test_xmlv2p2',
    ...questions.map(() => 'imsqti_item_xmlv2p2'),
  ]);
  const listed = resources.map(({ attributes }) => attributes.href as string);
  expect([...files.keys()].sort()).toEqual(['imsmanifest.xml', ...listed].sort());
  const references = elementsOf(text('test.xml'), 'assessmentItemRef').map(({ attributes }) => attributes.href);
  expect(references).toEqual(listed.slice(1));
  const order = ['responseDeclaration', 'outcomeDeclaration', 'itemBody', 'responseProcessing', 'modalFeedback'];
  for (const href of references) {
    const xml = text(href as string);
    const [item] = elementsOf(xml, 'assessmentItem');
    expect(item?.attributes).toMatchObject({
      identifier: expect.stringMatching(/^[A-Za-z_]/),
      adaptive: 'false',
      timeDependent: 'false',
    });
    const names = (item?.children ?? []).flatMap((child) => (typeof child === 'string' ? [] : [child.name]));
    expect(names.map((name) => order.indexOf(name))).toEqual(names.map((name) => order.indexOf(name)).sort());
    expect(names.map((name) => order.indexOf(name))).not.toContain(-1);
    const declared = elementsOf(xml, 'responseDeclaration').map(({ attributes }) => attributes.identifier);
    const used = [...xml.matchAll(/responseIdentifier="([^"]+)"/g)].map(([, identifier]) => identifier);
    expect(used).toEqual(declared);
    const choices = elementsOf(xml, 'simpleChoice').map(({ attributes }) => attributes.identifier);
    const right = elementsOf(xml, 'responseDeclaration')
      .filter(({ attributes }) => attributes.baseType === 'identifier')
      .flatMap(() => elementsOf(xml, 'value').map(({ children }) => children.join('')))
      .filter((value) => value !== '0' && value !== 'EXPLANATION');
    for (const value of right) expect(choices).toContain(value);
  }
});

test('a workshop is one document whose citations count through', () => {
  const lesson = (title: string, markdown?: string) => ({
    title,
    objectives: [`know ${title}`],
    minutes: 5,
    ...(markdown !== undefined && { text: { markdown, citations: [{ number: 1, grounding }] } }),
  });
  const markdown = workshopToMarkdown({
    title: 'The *lease*',
    summary: 'All of it.',
    keyPoints: ['rent'],
    objectives: [],
    lessons: [
      lesson('Rent', '# Rent\n\nIt is 950 [1].\n\n## More\n\n`a[1]` and [1](x) and [2]\n\n```\n# code [1]\n```\n'),
      lesson('Notice', '# Notice\n\nIn writing [1].'),
      lesson('Later'),
    ],
  });
  expect(markdown).toBe(`# The \\*lease\\*

All of it.

- rent

## 1. Rent (5 min)

- know Rent

It is 950 [^1].

### More

\`a[1]\` and [1](x) and [2]

\`\`\`
# code [1]
\`\`\`

## 2. Notice (5 min)

- know Notice

In writing [^2].

## 3. Later (5 min)

- know Later

${[1, 2].map((number) => `[^${number}]: lease.md, Rent: “The rent is \\*950\\* euros.”`).join('\n')}
`);
});

test('HTML and scripts in lessons are text in a file, and code stays', () => {
  const markdown = (text: string) =>
    workshopToMarkdown({
      ...{ title: 'W', summary: '', keyPoints: [], objectives: [] },
      lessons: [{ title: 'L', objectives: [], minutes: 5, text: { markdown: `# L\n\n${text}`, citations: [] } }],
    });
  expect(markdown('<script>a()</script> \\<b> 1 < 2 <https://example.org>')).toContain(
    '\\<script>a()\\</script> \\<b> 1 < 2 <https://example.org>',
  );
  expect(markdown('[x](javascript:a()) [y](https://example.org)')).toContain(
    '[x]\\(javascript:a()) [y](https://example.org)',
  );
  expect(markdown('`<b>`\n\n```html\n<p>one</p>\n```')).toContain('`<b>`\n\n```html\n<p>one</p>\n```');
});
