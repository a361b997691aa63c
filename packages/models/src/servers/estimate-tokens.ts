/**
 * How many tokens a text has at most, as a rule: a third of its bytes in UTF-8. English and other Latin scripts have four
 * bytes a token and more, Chinese and Japanese characters three bytes and about one token.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3);
}
