import type { PositionedTerms } from '@cubo/contracts';
import { detach } from '../detach.ts';
import type { AnalyzeToNumbers, NumberTerm } from './numbered-terms.ts';

/** The terms of a text in an array of its own. */
export type FoundTerms = PositionedTerms & { terms: string[] };

/**
 * Makes of an analysis by numbers one by strings: the same term is always the same string object. When it holds `capacity`
 * terms, it starts anew.
 */
export function rememberedTerms(
  numbering: (numberOf: NumberTerm) => AnalyzeToNumbers,
  capacity = 1 << 17,
): (text: string, language: string) => FoundTerms | undefined {
  let held = startAnew();

  function startAnew() {
    const terms: string[] = [];
    const numbers = new Map<string, number>();
    const analyze = numbering((term) => {
      let number = numbers.get(term);
      if (number === undefined) {
        const own = detach(term);
        number = terms.push(own) - 1;
        numbers.set(own, number);
      }
      return number;
    });
    return { terms, analyze };
  }

  return (text, language) => {
    if (held.terms.length >= capacity) held = startAnew();
    const { terms, analyze } = held;
    const found = analyze(text, language);
    if (found === undefined) return undefined;
    const { numbers, positions, count } = found;
    return {
      terms: Array.from(numbers.subarray(0, count), (number) => terms[number] as string),
      positions: positions.slice(0, count),
    };
  };
}
