import { describe, expect, it } from 'vitest';
import { parseCloze } from '../../src/flashcards/cloze.ts';
import { facesOf, flashcardKey } from '../../src/flashcards/flashcard-text.ts';

describe('cloze markup', () => {
  it('is read as Anki writes it', () => {
    expect(parseCloze('The period is {{c1::three months::how long?}}, {{c12::in writing}}.')).toEqual([
      { text: 'The period is ' },
      { gap: 1, text: 'three months', hint: 'how long?' },
      { text: ', ' },
      { gap: 12, text: 'in writing' },
      { text: '.' },
    ]);
    // Anki ends a gap at the first braces, also in formulas.
    expect(parseCloze('{{c1::\\frac{a}{b}}}')).toEqual([{ gap: 1, text: '\\frac{a}{b' }, { text: '}' }]);
    expect(parseCloze('{{c1::a::b::c}}')).toEqual([{ gap: 1, text: 'a', hint: 'b::c' }]);
  });

  it.each([
    ...['', 'no gap', '{{c1:one colon}}', '{{C1::capital}}', '{{c::no number}}', '{{c0::zero}}', '{{c501::too high}}'],
    ...['{{c1::}}', '{{c1:: }}', '{{c1::a::}}', '{{c1::not closed', '{{c1::a}} and {{c2::b', '{{c1::a {{c2::b}} c}}'],
  ])('is refused where it is none: %s', (text) => {
    expect(parseCloze(text)).toBeUndefined();
  });

  it('shows one side for each number, with the other gaps filled in', () => {
    const text = '{{c2::Bern}} is the capital of {{c1::Switzerland::country}}, not {{c2::Zürich}}.';
    const whole = 'Bern is the capital of Switzerland, not Zürich.';
    expect(facesOf({ kind: 'cloze', text, extra: 'Since 1848.' })).toEqual([
      {
        side: 'c1',
        front: 'Bern is the capital of [country], not Zürich.',
        back: `${whole}\n\nSince 1848.`,
        answer: 'Switzerland',
      },
      {
        side: 'c2',
        front: '[…] is the capital of Switzerland, not […].',
        back: `${whole}\n\nSince 1848.`,
        answer: 'Bern, Zürich',
      },
    ]);
  });
});

describe('sides', () => {
  it('of a reversed card are two', () => {
    expect(facesOf({ kind: 'basic', front: 'a', back: 'b' })).toEqual([{ side: 'front', front: 'a', back: 'b' }]);
    expect(facesOf({ kind: 'reversed', front: 'a', back: 'b' })).toEqual([
      { side: 'front', front: 'a', back: 'b' },
      { side: 'back', front: 'b', back: 'a' },
    ]);
  });
});

describe('the key of a card', () => {
  const front = (text: string) => flashcardKey({ kind: 'basic', front: text, back: 'back' });

  it('is the same but for case, spaces, punctuation at the end and compatible letters', () => {
    expect(front('  Which  PERIOD applies ?')).toBe(front('which period applies'));
    expect(front('ﬁle…')).toBe(front('File.'));
    expect(front('C++')).not.toBe(front('C'));
    expect(front('½ of it')).not.toBe(front('1 of it'));
    expect(flashcardKey({ kind: 'reversed', front: 'a', back: 'b' })).toBe(front('A'));
  });

  it('of a cloze card tells its gaps, and not their hints and numbers', () => {
    const key = (text: string) => flashcardKey({ kind: 'cloze', text });
    expect(key('{{c1::Bern}} is it.')).toBe(key('{{c2::bern::a town}} is it'));
    expect(key('{{c1::Bern}} is it.')).not.toBe(key('Bern is {{c1::it}}.'));
  });
});
