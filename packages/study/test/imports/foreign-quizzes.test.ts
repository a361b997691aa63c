import { expect, test } from 'vitest';
import { zipFiles } from '../../src/exports/text/zip-files.ts';
import { quizFromCsv } from '../../src/imports/quizzes/quiz-from-csv.ts';
import { quizFromGift } from '../../src/imports/quizzes/quiz-from-gift.ts';
import { quizFromJson } from '../../src/imports/quizzes/quiz-from-json.ts';
import { quizFromMoodleXml } from '../../src/imports/quizzes/quiz-from-moodle-xml.ts';
import { quizFromQti } from '../../src/imports/quizzes/quiz-from-qti.ts';
import { checkQuestion } from '../../src/quiz/check-question.ts';

test('GIFT as people write it is read, and what is not known is told with its line', () => {
  const { title, questions, skipped } = quizFromGift(`﻿$CATEGORY: tom/history//old/Grants

// a comment
::Q1:: 1+1\\=2 {T}

::Q2::Who is buried in Grant's tomb in New York City? {
  =Grant#Yes!
  ~No one#Was true for 12 years.
  ~Napoleon
  #### see the sign
}

Two plus {=two =2 ~%50%too} equals four.

Two plus {=two =2} equals four.

When was Ulysses S. Grant born? {#1822:5}

What is pi? {#3.1..3.4}

How many? {#=%100%12:0 =%50%13:1}

Which? {~%50%grass ~%50%leaf ~%-100%sky}

Write an essay. {}

Match. {=Canada -> Ottawa =Italy -> Rome}

This is only a text.

[html]<p>Is <b>it</b> &amp; so?</p> {F#wrong}

Same {=a ~a}
`);
  expect(title).toBe('Grants');
  expect(questions).toMatchObject([
    { kind: 'true-false', question: '1+1=2', correct: true, origin: 'import' },
    {
      kind: 'multiple-choice',
      question: "Who is buried in Grant's tomb in New York City?",
      options: ['Grant', 'No one', 'Napoleon'],
      correct: 0,
      explanation: 'see the sign',
    },
    { kind: 'cloze', text: 'Two plus ____ equals four.', blanks: [['two', '2']] },
    { kind: 'numeric', question: 'When was Ulysses S. Grant born?', value: 1822, tolerance: 5 },
    { kind: 'numeric', value: 3.25, tolerance: 0.15 },
    { kind: 'numeric', value: 12, tolerance: 0 },
    { kind: 'multi-select', options: ['grass', 'leaf', 'sky'], correct: [0, 1] },
    { kind: 'true-false', question: 'Is it & so?', correct: false },
  ]);
  expect(() => questions.map(checkQuestion)).not.toThrow();
  expect(skipped).toEqual([
    { line: 13, reason: 'several options are right, each in itself' },
    { line: 25, reason: 'it has no model answer to grade by' },
    { line: 27, reason: 'matching questions are not known' },
    { line: 29, reason: 'it is a text without a question' },
    { line: 33, reason: 'two options are the same' },
  ]);
});

test('GIFT whose answers have no end is refused with the line', () => {
  expect(() => quizFromGift('one {T}\n\ntwo }{\n=x ~y\n\nthree {F}')).toThrow(/Line 3 of the GIFT file/);
  expect(() => quizFromGift('one {T}\n\ntwo {\n=x ~y')).toThrow(
    expect.objectContaining({ code: 'CUBO_FORMAT_INVALID' }),
  );
});

test('Moodle XML with HTML, CDATA and types that are not known is read', () => {
  const { questions, skipped, title } = quizFromMoodleXml(`<?xml version="1.0"?>
<quiz>
<question type="category"><category><text>$course$/top/Law/Lease</text></category></question>
<question type="multichoice">
  <name><text>one</text></name>
  <questiontext format="html"><text><![CDATA[<p>Which <b>one</b>?</p><script>alert(1)</script>]]></text></questiontext>
  <single>true</single>
  <answer fraction="0"><text>&lt;i&gt;no&lt;/i&gt;</text></answer>
  <answer fraction="100"><text>yes &amp;amp; so</text></answer>
</question>
<question type="matching"><questiontext><text>x</text></questiontext></question>
<question type="shortanswer">
  <questiontext format="moodle_auto_format"><text>Capital?</text></questiontext>
  <answer fraction="100"><text>Paris</text></answer><answer fraction="50"><text>paris?</text></answer>
</question>
<question type="cloze">
  <questiontext format="html"><text><![CDATA[<p>It is {1:SHORTANSWER:=a\\}b~%50%c#no} and {2:MULTICHOICE:wrong~=right#yes}.</p>]]></text></questiontext>
</question>
<question type="essay"><questiontext><text>Discuss.</text></questiontext><graderinfo format="html"><text></text></graderinfo></question>
<question type="essay"><questiontext><text>Why?</text></questiontext><graderinfo format="plain_text"><text>- rain
- wind</text></graderinfo></question>
<question type="truefalse"><questiontext><text>Q</text></questiontext>
  <answer fraction="100"><text>false</text></answer><answer fraction="0"><text>true</text></answer></question>
</quiz>`);
  expect(title).toBe('Lease');
  expect(questions).toMatchObject([
    { kind: 'multiple-choice', question: 'Which one?', options: ['no', 'yes & so'], correct: 1 },
    { kind: 'cloze', question: 'Capital?', text: '____', blanks: [['Paris']] },
    { kind: 'cloze', question: '', text: 'It is ____ and ____.', blanks: [['a}b'], ['right']] },
    { kind: 'short-answer', question: 'Why?', answer: 'rain; wind', keyPoints: ['rain', 'wind'] },
    { kind: 'true-false', correct: false },
  ]);
  expect(skipped).toEqual([
    { line: 11, reason: 'questions of the type "matching" are not known' },
    { line: 19, reason: 'it has no model answer to grade by' },
  ]);
  expect(() => questions.map(checkQuestion)).not.toThrow();
});

const item = (body: string, declarations: string, more = '') =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="foreign-1" title="x" adaptive="false" timeDependent="false">${declarations}<itemBody>${body}</itemBody>${more}</assessmentItem>`;
const declared = (values: string, baseType: string, cardinality = 'single') =>
  `<responseDeclaration identifier="R" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${values}</correctResponse></responseDeclaration>`;

test('QTI items of other programs are read', () => {
  const choice =
    '<p>Look at <em>this</em>.</p><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="A"><p>one</p></simpleChoice><simpleChoice identifier="B">two<feedbackInline outcomeIdentifier="F" identifier="B">!</feedbackInline></simpleChoice></choiceInteraction>';
  expect(quizFromQti(item(choice, declared('<value>A</value>', 'identifier'))).questions).toMatchObject([
    { id: 'foreign-1', kind: 'multiple-choice', question: 'Look at this.\n\nWhich?', correct: 0, origin: 'import' },
  ]);
  const entry = '<p>It is <textEntryInteraction responseIdentifier="R"/> here.</p>';
  expect(quizFromQti(item(entry, declared('<value>wet</value>', 'string'))).questions).toMatchObject([
    { kind: 'cloze', text: 'It is ____ here.', blanks: [['wet']] },
  ]);
  expect(quizFromQti(item(entry, declared('<value>4.5</value>', 'float'))).questions).toMatchObject([
    { kind: 'numeric', value: 4.5, tolerance: 0 },
  ]);
  const order =
    '<orderInteraction responseIdentifier="R"><simpleChoice identifier="A">a</simpleChoice></orderInteraction>';
  expect(quizFromQti(item(order, '')).skipped).toEqual([
    { line: 1, reason: 'items with orderInteraction are not known' },
  ]);
});

test('a package whose items are missing is read without them, and one without a manifest is refused', () => {
  const manifest =
    '<manifest><resources><resource identifier="a" type="imsqti_item_xmlv2p1" href="a%20b.xml"/><resource identifier="b" type="imsqti_item_xmlv2p1" href="../../etc/passwd"/></resources></manifest>';
  const entry = item(
    '<p>It is <textEntryInteraction responseIdentifier="R"/>.</p>',
    declared('<value>x</value>', 'string'),
  );
  const { questions, skipped } = quizFromQti(zipFiles({ 'pack/imsmanifest.xml': manifest, 'pack/a b.xml': entry }));
  expect(questions).toHaveLength(1);
  expect(skipped).toEqual([{ item: '../../etc/passwd', reason: 'its file is not in the package, or is no item' }]);
  expect(() => quizFromQti(zipFiles({ 'a.xml': entry }))).toThrow(/imsmanifest/);
  expect(() => quizFromQti('<manifest/>')).toThrow(/assessmentItem/);
});

test('a table of questions may have other delimiters and fewer columns', () => {
  const { questions, skipped } = quizFromCsv(
    'Question;Options;Correct\nWhich?;"one\ntwo";two\nBoth?;"a\nb\nc";"a\nb"\nWhy?;;because\nNone?;"a\nb";c\n',
  );
  expect(questions).toMatchObject([
    { kind: 'multiple-choice', options: ['one', 'two'], correct: 1 },
    { kind: 'multi-select', correct: [0, 1] },
    { kind: 'short-answer', answer: 'because' },
  ]);
  expect(skipped).toEqual([{ line: 9, reason: 'it does not say which option is right' }]);
  expect(() => quizFromCsv('a,b\n1,2')).toThrow(/Line 1 .*"question" and "correct"/);
  expect(() => quizFromCsv('question,correct\n"open,x')).toThrow(/Line 2 .*quote that has no end/);
});

test('what of a JSON is no question is told', () => {
  const { questions, skipped } = quizFromJson(
    JSON.stringify({
      format: 'cubo-quiz',
      version: 1,
      title: 7,
      questions: [
        null,
        {},
        { kind: 'true-false', question: 5, correct: true, grounding: { source: 'x' } },
        { kind: 'numeric', question: 'x', value: '5' },
      ],
    }),
  );
  expect(questions).toEqual([
    { id: expect.any(String), kind: 'true-false', question: '5', correct: true, origin: 'import' },
  ]);
  expect(skipped.map(({ item: number }) => number)).toEqual(['1', '2', '4']);
});
