import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLesson, isLesson } from '../../src/workshop/lesson/clean-lesson.ts';

const lesson = '# Lists\n\nA list keeps its order.\n\n## Use\n\n- It can be sorted.\n- It can be searched.';

test.each([
  ['a thought', `<think>\n# Plan\nThe user wants a lesson.\n</think>\n\n${lesson}`],
  ['a greeting', `Sure! Here is the lesson you asked for:\n\n${lesson}`],
  ['a greeting in German', `Gerne, hier ist die Lektion:\n\n${lesson}`],
  ['a fence around all', `\`\`\`markdown\n${lesson}\n\`\`\``],
  [
    'a fence behind a greeting',
    `Here is the lesson:\n\n\`\`\`markdown\n${lesson}\n\`\`\`\n\nLet me know if you need more.`,
  ],
  ['an offer', `${lesson}\n\nLet me know if you have any questions!`],
  ['an offer behind a rule', `${lesson}\n\n---\n\n*If you have any further questions, feel free to ask.*`],
  ['several offers', `${lesson}\n\nI hope this helps! Would you like me to write the next lesson?`],
  ['wishes', `${lesson}\n\n---\n\nHappy learning! 🎉`],
  ['an offer in German', `${lesson}\n\nWenn du noch Fragen hast, lass es mich wissen. Viel Erfolg!`],
  ['an offer in French', `${lesson}\n\nN’hésitez pas à poser des questions.`],
  ['other line breaks', lesson.replaceAll('\n', '\r\n')],
])('%s around a lesson goes', (_, written) => {
  expect(cleanLesson(written)).toBe(lesson);
});

test.each([
  ['a condition in the middle', `${lesson}\n\nIf you have a list, sort it first.\n\n## More\n\nThen search it.`],
  ['a condition at the end', `${lesson}\n\nIf you have a list of numbers, sort it first.`],
  ['a wish that is cited', `${lesson}\n\nFeel free to leave the flat at any time [2].`],
  ['an offer in the middle', `${lesson}\n\nLet me know if you are ill, says the rule.\n\nIt is a strict one.`],
  ['a question of the subject', `${lesson}\n\n1. What does a list keep?\n2. How is it searched?`],
  ['a hope of the subject', `${lesson}\n\nHope is what remains.`],
  ['a fence within', `${lesson}\n\n\`\`\`js\n// # no heading\nsort(list);\n\`\`\``],
  ['a beginning without a heading', `A list keeps its order.\n\n## Use\n\nIt can be sorted.`],
  ['what somebody would like', `${lesson}\n\nIf you would like to sort a list, call sort.`],
])('%s stays', (_, written) => {
  expect(cleanLesson(written)).toBe(written);
});

test('nothing but beginning and end is ever taken', () => {
  const piece = fc.constantFrom(
    ...['# A\n', '## B\n', 'A line of text.\n', 'If you have a list, sort it.\n', 'Let me know if it fits.\n', '---\n'],
    ...['```\n', '```markdown\n', '- an item\n', 'Sure, here it is:\n', '\n', 'What follows is cited. [1]\n'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(pieces.join('')).toContain(cleanLesson(pieces.join('')));
    }),
    { seed: 8, numRuns: 500 },
  );
});

test('headings and marks alone are no lesson', () => {
  expect(isLesson(`# A\n\n${'word '.repeat(60)}`)).toBe(true);
  expect(isLesson('')).toBe(false);
  expect(isLesson('# A\n\n## B\n\n## C')).toBe(false);
  expect(isLesson(`# ${'word '.repeat(60)}`)).toBe(false);
  expect(isLesson(`# A\n\n${'#'.repeat(300)}`)).toBe(false);
  expect(isLesson(`# A\n\nThe lesson could not be written.`)).toBe(false);
});
