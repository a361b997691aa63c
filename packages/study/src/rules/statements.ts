import { sentencesOf } from '@cubo/core';
import type { StudyPassage } from '../coverage/study-passage.ts';

/** A sentence of a passage that can be understood on its own. */
export interface Statement {
  /** On one line, without marks of Markdown and footnotes. */
  readonly text: string;
  /** Terms that are set in bold in it. */
  readonly terms: readonly string[];
  /** Where it stands in the passage. */
  readonly start: number;
  readonly end: number;
}

const shortest = 30;
const longest = 260;
const fewestWords = 6;
/** So much of a sentence is letters and spaces; less is a formula, a reference or a row of numbers. */
const leastLetters = 0.8;

/** Words that point to a sentence before, at the beginning of one. */
const pointing = new RegExp(
  `^(?:${[
    'It|This|That|These|Those|They|He|She|We|I|You|Its|Their|His|Her|Our|Such|However|But|And|So|Thus|Therefore|Here|There|Then|Moreover|Also|Both|Another|Similarly|Furthermore|Instead|Yet|Or|Hence',
    'Es|Dies|Diese|Dieser|Dieses|Diesem|Diesen|Er|Sie|Wir|Ich|Ihr|Ihre|Sein|Seine|Aber|Und|Doch|Jedoch|Daher|Dabei|Dazu|Damit|Deshalb|Hier|Dort|Dann|Auch|So|Solche|Außerdem|Zudem|Dadurch|Hierbei|Hierzu|Letztere|Beide|Oder|Denn',
    "Questo|Questa|Questi|Queste|Quest'|Esso|Essa|Essi|Lui|Lei|Loro|Egli|Noi|Ma|Inoltre|Quindi|Così|Qui|Anche|Tuttavia|Infatti|Tale|Tali",
    'Il est|Il a|Elle|Elles|Ils|Nous|Vous|Je|On|Cela|Ce|Cet|Cette|Ces|Mais|Et|Donc|Ainsi|Ici|Aussi|Cependant|Toutefois|De plus|En effet',
    'Esto|Este|Esta|Estos|Estas|Eso|Ese|Esa|Ellos|Ellas|Ella|Él|Nosotros|Pero|Y|Además|Así|Aquí|También|Sin embargo|Por lo tanto',
  ].join('|')})(?![\\p{L}’'])`,
  'u',
);

/** The sentences of a passage that stand on their own: whole, in prose, and pointing to no other. */
export function statementsOf({ text, kind, ordinal }: StudyPassage, language = 'und'): Statement[] {
  if (kind === 'table' || kind === 'code') return [];
  // A passage may begin within a sentence, which in German is not to be seen where it begins with a noun.
  const mayBeCut = language === 'de' && ordinal > 0;
  return sentencesOf(text, kind).flatMap((sentence) => {
    if (sentence.isHeader) return [];
    return linesOfBlocks(sentence.text, sentence.start).flatMap((block) => {
      const cleaned = plainText(block.text);
      if (!standsAlone(cleaned) || (mayBeCut && block.start === 0)) return [];
      const terms = [...block.text.matchAll(/(?:\*\*|__)([^*_\n]{2,60}?)(?:\*\*|__)/g)].map(([, term = '']) =>
        plainText(term),
      );
      return [{ text: cleaned, terms, start: block.start, end: block.start + block.text.length }];
    });
  });
}

/** Text on one line, without the marks of Markdown, links and footnotes. */
export function plainText(text: string): string {
  return text
    .replace(/^\s*(?:#{1,6}\s+|>\s*|[-*+•▪◦–]\s+|(?:\d{1,2}|[a-z])[.)]\s+)+/, '')
    .replace(/\[(?:\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*|edit|bearbeiten|modifica|modifier|editar)\]/gi, '')
    .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/(\*\*|__|`)(.+?)\1/gs, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?!\s)(.+?)(?<!\s)\1(?![\p{L}\p{N}])/gsu, '$2')
    .replace(/(?<=\p{L})-[^\S\n]*\n\s*(?=\p{Ll})/gu, '')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,])(?=\s|$)/g, '$1')
    .trim();
}

/** Headings and items of lists are cut off what follows them. */
function linesOfBlocks(text: string, start: number): { readonly text: string; readonly start: number }[] {
  const starts = [0];
  for (const { index, 0: found } of text.matchAll(
    /\n(?:[^\S\n]*\n)+|\n(?=[^\S\n]*(?:#{1,6}\s|[-*+•▪◦]\s|\d{1,2}[.)]\s))|(?<=^#{1,6}\s[^\n]*)\n/g,
  )) {
    starts.push(index + found.length);
  }
  return starts.flatMap((at, index) => {
    const raw = text.slice(at, starts[index + 1] ?? text.length);
    const trimmed = raw.trim();
    return trimmed === '' ? [] : [{ text: trimmed, start: start + at + raw.indexOf(trimmed) }];
  });
}

function standsAlone(text: string): boolean {
  if (text.length < shortest || text.length > longest) return false;
  if (!/^["“„«¿(]?[\p{Lu}\d]/u.test(text) || !/[.!]["”“»')]?$/.test(text)) return false;
  if (pointing.test(text) || /https?:|www\.|@|\\|\{|\}|[<>|=_#…]|\.{3}|\.\s*\./u.test(text)) return false;
  if (/(?:Fig|Figure|Abb|Abbildung|Tab|Table|Tabelle|Eq|Equation)\.?\s*\d/u.test(text)) return false;
  if (text.split(' ').length < fewestWords || !isBalanced(text)) return false;
  const letters = text.match(/[\p{L}\p{M}\s]/gu)?.length ?? 0;
  return letters / text.length >= leastLetters && !/\p{Lu}{4,}\s+\p{Lu}{4,}\s+\p{Lu}{4,}/u.test(text);
}

function isBalanced(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/\(/g) !== count(/\)/g) || count(/\[/g) !== count(/\]/g)) return false;
  return count(/"/g) % 2 === 0 && count(/“/g) <= count(/[”“]/g);
}
