import { fold } from './fold.ts';
import type { WrittenWord } from './joined-words.ts';
import { words } from './languages/language.ts';

const articles = words(
  'art article articles artikel artikeln articolo articoli articulo articulos artigo artigos articol',
);
const paragraphs = words(`
  abs absatz absatze absatzes al alinea apartado comma commi lid para paragraph paragraphe paragrafo parrafo stk ust`);
const number = /^\d{1,5}[a-z]?$/i;

/**
 * The forms of a reference to a section or an article of a law, however it is written: `§ 3 Abs. 2`, `§3 Absatz 2` and
 * `§ 3 (2)` are `§3` and `§3abs2`; `Art. 6 (1)`, `Article 6(1)` and `articolo 6, comma 1` are `art6` and `art6abs1`.
 *
 * @param at the word that may be its number; the one before it and two behind it are looked at
 */
export function legalReference(word: (index: number) => WrittenWord | undefined, at: number): string[] {
  const main = word(at);
  if (main === undefined || !number.test(main.written)) return [];
  const sign = signOf(main, word(at - 1));
  if (sign === undefined) return [];
  const reference = sign + main.written.toLowerCase();
  const paragraph = paragraphOf(word(at + 1), word(at + 2));
  return paragraph === undefined ? [reference] : [reference, `${reference}abs${paragraph}`];
}

function signOf({ before }: WrittenWord, previous: WrittenWord | undefined): string | undefined {
  if (/§\s{0,2}$/u.test(before)) return '§';
  if (previous === undefined || !/^(?:\.\s{0,2}|\s{1,2})$/.test(before)) return undefined;
  return articles.has(plain(previous.written)) ? 'art' : undefined;
}

function paragraphOf(next: WrittenWord | undefined, second: WrittenWord | undefined): string | undefined {
  if (next === undefined) return undefined;
  if (/^\s{0,2}\($/.test(next.before)) return number.test(next.written) ? next.written.toLowerCase() : undefined;
  if (!/^(?:,\s{0,2}|\s{1,2})$/.test(next.before) || !paragraphs.has(plain(next.written))) return undefined;
  if (second === undefined || !/^(?:\.\s{0,2}|\s{1,2})$/.test(second.before)) return undefined;
  return number.test(second.written) ? second.written.toLowerCase() : undefined;
}

/** What is compared is short. */
function plain(word: string): string {
  return word.length > 16 ? '' : fold(word.toLowerCase());
}
