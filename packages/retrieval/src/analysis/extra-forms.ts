import { identifierParts } from './identifier-parts.ts';
import { isJoined, joinedForms, type WrittenWord } from './joined-words.ts';
import { legalReference } from './legal-references.ts';
import type { Token } from './tokenize.ts';

/** A form that stands in the index beside the words of a text, at the place of one of them. */
export interface ExtraForm {
  /** At which word. */
  readonly index: number;
  /** In lower case, not folded. */
  readonly text: string;
  /** Several words as one, a part of a word, a reference to a law, or a Chinese character. */
  readonly kind: 'whole' | 'part' | 'reference' | 'character';
}

/**
 * The extra forms of successive words, but for references, in order. They depend on the words and on what stands between
 * them alone.
 */
export function extraForms(words: readonly WrittenWord[]): ExtraForm[] {
  const forms: ExtraForm[] = [];
  for (let start = 0; start < words.length; ) {
    let end = start + 1;
    while (end < words.length && isJoined(words[end] as WrittenWord, words[end - 1] as WrittenWord)) end++;
    const wholes = joinedForms(words.slice(start, end));
    let next = 0;
    for (let index = start; index < end; index++) {
      for (; wholes[next]?.offset === index - start; next++) {
        forms.push({ index, text: wholes[next]?.text as string, kind: 'whole' });
      }
      for (const part of identifierParts((words[index] as WrittenWord).written)) {
        forms.push({ index, text: part.toLowerCase(), kind: 'part' });
      }
    }
    start = end;
  }
  return forms;
}

/** The references to laws whose number is a word. */
export function references(word: (index: number) => WrittenWord | undefined, index: number): ExtraForm[] {
  return legalReference(word, index).map((text) => ({ index, text, kind: 'reference' }));
}

/** All extra forms of a text, in order. */
export function extrasOf(tokens: readonly Token[]): ExtraForm[] {
  const word = (index: number) => (tokens[index]?.bigram ? undefined : tokens[index]);
  const all: ExtraForm[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    while (end < tokens.length && isTogether(tokens[end] as Token, tokens[end - 1] as Token)) end++;
    const first = tokens[start] as Token;
    for (const text of first.characters ?? []) all.push({ index: start, text, kind: 'character' });
    const forms =
      end - start > 1 || (!first.bigram && mayHaveParts.test(first.written)) ? tokens.slice(start, end) : [];
    const extras = extraForms(forms);
    let next = 0;
    for (let index = start; index < end; index++) {
      for (; extras[next]?.index === index - start; next++) all.push({ ...(extras[next] as ExtraForm), index });
      for (const reference of references(word, index)) all.push(reference);
    }
    start = end;
  }
  return all;
}

const mayHaveParts = /.[\p{Lu}\p{Nd}]/u;

function isTogether(token: Token, previous: Token): boolean {
  return !token.bigram && !previous.bigram && isJoined(token, previous);
}
