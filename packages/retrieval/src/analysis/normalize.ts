const ascii = /^[\0-\x7f]*$/;
// Soft hyphens, joiners and byte order marks stand inside words without being part of them.
const invisible = /[\u00ad\u2060\ufeff\u200c-\u200d]+/gu;
// Normalization sorts runs of combining marks; UAX #15's stream-safe bound of 30 keeps that linear.
const longMarkRun = /(\p{M}{30})\p{M}+/gu;
// Blocks that have marks; the accented letters, quotes and dashes of most texts are in none of them.
const mayHaveMarks = /[\u0300-\u1fff\u20d0-\u20ff\u2cef-\uffff]/;

/**
 * The text in compatibility composition (NFKC) without invisible characters: full-width digits, ligatures and
 * superscripts become their plain forms.
 */
export function compose(text: string): string {
  if (ascii.test(text)) return text;
  const visible = text.replace(invisible, '');
  const bounded = mayHaveMarks.test(visible) ? visible.replace(longMarkRun, '$1') : visible;
  return bounded.normalize('NFKC');
}

/** The same in lower case. */
export function normalize(text: string): string {
  return compose(text).toLowerCase();
}
