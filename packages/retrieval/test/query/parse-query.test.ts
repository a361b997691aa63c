import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../src/query/parse-query.ts';

const nothing = { phrases: [], required: [], excluded: [] };

describe('parseQuery', () => {
  it('takes phrases, required and excluded words out of a query', () => {
    expect(parseQuery('which "notice period" +Kündigung -Entwurf applies')).toEqual({
      text: 'which notice period Kündigung  applies',
      phrases: ['notice period'],
      required: ['Kündigung'],
      excluded: ['Entwurf'],
    });
  });

  it('requires the phrases of a query that is nothing else', () => {
    expect(parseQuery('"notice period" -"first draft"')).toEqual({
      text: 'notice period ',
      phrases: [],
      required: ['notice period'],
      excluded: ['first draft'],
    });
    expect(parseQuery('+"gross weight" "net weight"?').required).toEqual(['gross weight', 'net weight']);
  });

  it.each(['“notice period” of', '„notice period“ of', '«notice period» of', '"notice period" of'])(
    'knows the quotes of %s',
    (query) => {
      expect(parseQuery(query)).toMatchObject({ phrases: ['notice period'], text: 'notice period of' });
    },
  );

  it.each([
    'state-of-the-art',
    'C++ and C#',
    'a - b + c',
    '-5 degrees, +49 170',
    'an open "quote',
    "d'accord -- perhaps",
    'x="1" y="2"',
    'Privatpersonen und -organisationen',
    'Haupt- oder -nebenfach bzw. -fächer',
    '',
  ])('leaves %s as it is', (query) => {
    expect(parseQuery(query)).toEqual({ ...nothing, text: query });
  });

  it.each([' „a', ' “a', ' «a'])('takes linear time for quotes that are never closed: %s', (opened) => {
    const milliseconds = (times: number) => {
      const query = opened.repeat(times);
      const started = performance.now();
      const { text } = parseQuery(query);
      const took = performance.now() - started;
      expect(text === query).toBe(true);
      return took;
    };
    milliseconds(2000);
    // Eight times as many; in quadratic time that is 64 times as long, and seconds.
    expect(milliseconds(16_000)).toBeLessThan(24 * milliseconds(2000) + 100);
  });

  it('takes the inner one of two typographic quotes of a kind', () => {
    expect(parseQuery('say „one of „two words“ here').phrases).toEqual(['two words']);
  });

  it('still excludes behind a shortened compound', () => {
    expect(parseQuery('Personen und -vereine -Entwurf')).toEqual({
      ...nothing,
      text: 'Personen und -vereine ',
      excluded: ['Entwurf'],
    });
  });

  it('loses no character of a query but signs, quotes and what is excluded', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', '+', '-', '“', '”', '1', '(') }), (query) => {
        const { text, phrases, required, excluded } = parseQuery(query);
        const signs = /["+\-“”]/g;
        const kept = text.replace(signs, '').length + excluded.join('').replace(signs, '').length;
        expect(kept).toBe(query.replace(signs, '').length);
        for (const asked of [...phrases, ...required]) expect(text).toContain(asked);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });
});
