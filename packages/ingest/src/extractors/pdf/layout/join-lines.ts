/** What stands between two lines of one paragraph once they are put together. */
export interface LineJoin {
  /** How many characters at the end of the first line fall away. */
  readonly removed: number;
  readonly between: '' | ' ';
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]$/u;
const startsWide = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** The last word of a line that ends in a hyphen. */
const brokenWord = /([\p{L}\p{M}\p{N}’'-]*[\p{L}\p{M}\p{N}])[-\u2010\u00ad]$/u;
/** `Vor-` and `und Nachteile`: the hyphen stands for a word to come. */
const suspended = /^(?:und|oder|bzw|sowie|and|och|eller|og)(?![\p{L}\p{M}])/u;
const continuation = /^[\p{Ll}\p{M}]{2,}/u;
const knownWords = /[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu;

/** Longer than that is no word, and no line of words: neither is searched. */
const longestWord = 80;
const longestLine = 1000;

/** Puts the lines of one page together. */
export interface LineJoiner {
  join(before: string, after: string): LineJoin;
}

/**
 * Mends words that were broken at the ends of lines, in any language, and leaves what may be a compound: a hyphen falls
 * away only between letters and before a lower-case continuation, and not where the word is spelled with it within another
 * line of the page. Ideographs are joined without a space.
 */
export function createLineJoiner(lines: Iterable<string>): LineJoiner {
  const hyphenated = new Set<string>();
  for (const line of lines)
    if (line.includes('-') && line.length <= longestLine)
      for (const [word] of line.matchAll(knownWords)) hyphenated.add(word.toLowerCase());
  return {
    join(whole, after) {
      // Only its end counts, and searching all of a long text for it would take quadratic time.
      const before = whole.slice(-longestWord);
      if (before.endsWith('\u00ad')) return { removed: 1, between: '' };
      const word = brokenWord.exec(before)?.[1];
      if (word !== undefined) {
        if (suspended.test(after)) return { removed: 0, between: ' ' };
        if (!continuation.test(after)) return { removed: 0, between: /^[\p{L}\p{N}]/u.test(after) ? '' : ' ' };
        const next = /^[\p{L}\p{M}]+/u.exec(after)?.[0] ?? '';
        const isCompound = word.length < 2 || /[-\p{N}]/u.test(word) || hyphenated.has(`${word}-${next}`.toLowerCase());
        return { removed: isCompound ? 0 : 1, between: '' };
      }
      if (wide.test(before) && startsWide.test(after)) return { removed: 0, between: '' };
      return { removed: 0, between: ' ' };
    },
  };
}
