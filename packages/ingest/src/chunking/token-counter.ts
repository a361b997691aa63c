/** Counts the tokens that a model makes of a text. */
export interface TokenCounter {
  /** Names the tokenizer; part of the chunker's id, so that documents are cut anew when it changes. */
  readonly id: string;
  /** Tokens of a text, usually a single word; special tokens at its ends do not count. */
  count(text: string): number;
}

const parts = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*|\p{N}+|[\p{L}\p{M}]+|[^\s]/gu;
const latin = /^\p{Script=Latin}/u;
const number = /^\p{N}/u;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Guesses tokens without a model: a token for six letters begun in Latin script, for three in other alphabets, for three
 * digits, for each sign, and for each character of Chinese, Japanese, Korean and Thai. Real tokenizers differ from it
 * and from each other; leave some room.
 */
export const estimatedTokens: TokenCounter = {
  id: 'estimate',
  count(text) {
    let tokens = 0;
    for (const [part] of text.matchAll(parts)) {
      if (latin.test(part)) tokens += Math.ceil(part.length / 6);
      else if (unspaced.test(part)) tokens += [...part].length;
      else if (number.test(part) || part.length > 1) tokens += Math.ceil(part.length / 3);
      else tokens++;
    }
    return tokens;
  },
};
