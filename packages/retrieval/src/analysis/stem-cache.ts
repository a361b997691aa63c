import { detach } from '../detach.ts';

/**
 * Remembers the results of a pure function of a word; the same result is always the same string object. Bounded: when it
 * is full, it starts anew.
 */
export function stemCache(stem: (word: string) => string, capacity = 65_536): (word: string) => string {
  let stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    const stemmed = detach(stem(word));
    if (stems.size >= capacity) stems = new Map();
    stems.set(detach(word), stemmed);
    return stemmed;
  };
}
