import { createAnalyzer, numbersOf, numbersToldIn } from '@cubo/core';
import { expect, test } from 'vitest';
import { checkAnswer } from '../src/citations/check-answer.ts';
import { createPassageBook } from '../src/citations/passage-book.ts';
import { collect, ofType, openAgent } from './helpers/open-agent.ts';
import { calls, roundsGenerator } from './helpers/rounds-generator.ts';

const analyzer = createAnalyzer();
const texts = [
  'The tenant must give notice three months before the end. Notice is given in writing to Mr Brandt.',
  'The rent is 1,250.50 euros a month. It is due on the third working day of June.',
];

function bookOf(passages: readonly string[] = texts) {
  const book = createPassageBook({ passages: [], last: 0 }, () => {});
  const shown = passages.map((text, i) => {
    const start = passages.slice(0, i).join('').length;
    const locator = { kind: 'characters', start, end: start + text.length } as const;
    return { source: `/doc${i}.txt`, text, kind: 'prose' as const, locator };
  });
  book.show(book.number(shown));
  return book;
}

const check = (answer: string) =>
  checkAnswer(answer, bookOf(), analyzer).map(({ start, end, support, citations }) => {
    return [answer.slice(start, end), support, citations.map(({ number }) => number)];
  });

test.each<[answer: string, checked: unknown[]]>([
  [
    'The tenant gives notice three months before the end [1].',
    [['The tenant gives notice three months before the end [1].', 'supported', [1]]],
  ],
  // Markers behind the full stop, several of them, lists of numbers.
  [
    'Notice is given in writing. [1] The rent is 1250.5 euros.[2]',
    [
      ['Notice is given in writing. [1]', 'supported', [1]],
      ['The rent is 1250.5 euros.[2]', 'supported', [2]],
    ],
  ],
  [
    'The tenant gives notice in writing, and the rent is due in June [1, 2].',
    [['The tenant gives notice in writing, and the rent is due in June [1, 2].', 'supported', [1, 2]]],
  ],
  // Numbers count, in digits or words; names too.
  [
    'The tenant gives notice 3 months before the end [1].',
    [['The tenant gives notice 3 months before the end [1].', 'supported', [1]]],
  ],
  [
    'The tenant gives notice 6 months before the end [1].',
    [['The tenant gives notice 6 months before the end [1].', 'unsupported', [1]]],
  ],
  ['Notice is given in writing to Mr Keller [1].', [['Notice is given in writing to Mr Keller [1].', 'weak', [1]]]],
  // The wrong passage, no passage, and one that there is not.
  [
    'The rent is due on the third working day [1].',
    [['The rent is due on the third working day [1].', 'unsupported', [1]]],
  ],
  [
    'The rent is due on the third working day of June.',
    [['The rent is due on the third working day of June.', 'weak', [2]]],
  ],
  ['The moon is made of green cheese [7].', [['The moon is made of green cheese [7].', 'unsupported', []]]],
  // What states nothing is passed over.
  ['# Notice periods\n\nHere is what was found in the documents:\n\nShall I look further into the rent?', []],
])('%j is checked', (answer, checked) => {
  expect(check(answer)).toEqual(checked);
});

test('a citation has the exact characters of what it quotes', () => {
  const [{ citations } = { citations: [] }] = checkAnswer(
    'It is due on the third working day [2].',
    bookOf(),
    analyzer,
  );
  const whole = texts.join('');
  expect(citations[0]).toMatchObject({
    number: 2,
    source: '/doc1.txt',
    quote: 'It is due on the third working day of June.',
  });
  const { start, end } = citations[0]?.locator ?? { start: 0, end: 0 };
  expect(whole.slice(start, end)).toBe(citations[0]?.quote);
});

test('numbers are the same however they are written', () => {
  expect(numbersOf('1,250.50 and 1.250,5 and 1250.500, 007, 1.000.000 or 1’000')).toEqual([
    ...['1250.5', '1250.5', '1250.5', '7', '1000000', '1000'],
  ]);
  expect([...numbersToldIn('drei Monate, douze mois, 7')].sort()).toEqual(['12', '3', '7']);
});

test('a passage keeps its number through a conversation, and no number is given twice', async () => {
  const generator = roundsGenerator([
    calls(['search_knowledge_base', { query: 'notice tenant lease', limit: 1 }]),
    'Three months before the end, in writing, must the tenant give notice [1].',
    calls(['search_knowledge_base', { query: 'garage euros month', limit: 1 }]),
    calls(['search_knowledge_base', { query: 'notice tenant lease', limit: 1 }]),
    'The garage costs 80 euros a month [2]. The tenant must give notice [1].',
  ]);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  await conversation.send('Notice?');
  const events = await collect(conversation.send('Garage?'));
  expect(ofType(events, 'source').map(({ number }) => number)).toEqual([2, 1]);
  expect(ofType(events, 'citation').map(({ support, citations }) => [support, citations[0]?.number])).toEqual([
    ['supported', 2],
    ['supported', 1],
  ]);
});

test('an answer that nothing carries says that it is not in the documents', async () => {
  const nothing = 'The documents do not answer this question.';
  const look = calls(['search_knowledge_base', { query: 'boiler' }]);
  const generator = roundsGenerator([
    ...[look, 'The swimming pool opens at seven in the morning.'],
    ...[look, `I am sorry. ${nothing}`],
    'Two and two make four, as everybody knows.',
  ]);
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('When does the pool open?'));
  expect(ofType(events, 'text').at(-1)?.text).toBe(`\n\n${nothing}`);
  expect(ofType(events, 'citation').map(({ support }) => support)).toEqual(['unsupported']);
  expect(ofType(events, 'notice')).toMatchObject([{ notice: 'not-in-documents' }]);
  expect(conversation.history()[0]?.answer).toBe(`The swimming pool opens at seven in the morning.\n\n${nothing}`);
  // Who says so already is not interrupted, and what needs no document is not judged.
  const said = await conversation.send('And on Sundays?');
  expect(said).toMatchObject({
    answer: `I am sorry. ${nothing}`,
    sentences: [],
    notices: [{ notice: 'not-in-documents' }],
  });
  expect(await conversation.send('How much is 2 + 2?')).toMatchObject({ notices: [], sentences: [] });
});

test('without tools the question is searched for first, with the same events', async () => {
  const generator = roundsGenerator(['The tenant must give notice three months before the end [1].'], {
    capabilities: { tools: false },
  });
  const { agent } = await openAgent(generator);
  const conversation = await agent.conversation();
  const events = await collect(conversation.send('When must the tenant give notice?'));
  const types = events.map(({ type }) => type);
  expect(types[0]).toBe('start');
  expect(types.indexOf('source')).toBeLessThan(types.indexOf('text'));
  expect(types.slice(-4)).toEqual(['citation', 'memory', 'usage', 'finish']);
  expect(ofType(events, 'citation').map(({ support }) => support)).toEqual(['supported']);
  expect(generator.requests[0]).toMatchObject({ question: 'When must the tenant give notice?' });
  expect(generator.requests[0]?.tools).toBeUndefined();
  expect(generator.requests[0]?.passages[0]).toMatchObject({
    number: 1,
    text: expect.stringContaining('three months'),
  });
  const nothing = await conversation.send('xylophone');
  expect(nothing).toMatchObject({ answer: 'The documents do not answer this question.', finish: 'stop' });
  expect(generator.requests).toHaveLength(1);
});

test('the extractive generator quotes, and says where nothing stands together that a question asks for', async () => {
  const { agent } = await openAgent(undefined);
  const conversation = await agent.conversation();
  const turn = await conversation.send('When must the tenant give notice?');
  expect(turn.answer).toContain('The tenant must give notice three months before the end. [');
  expect(turn.sentences.every(({ support }) => support === 'supported')).toBe(true);
  const none = await conversation.send('Which orchestra did the caretaker of the harbour conduct in Vienna?');
  expect(none).toMatchObject({ answer: 'The documents do not answer this question.', sentences: [] });
  expect(none.notices).toMatchObject([{ notice: 'not-in-documents' }]);
});
