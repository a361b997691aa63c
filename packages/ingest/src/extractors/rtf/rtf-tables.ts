import { headingLevelOfName, titleLevel } from '../office/heading-level.ts';
import { isSymbolFont } from '../office/symbol-fonts.ts';
import { codePageOfCharset } from './rtf-encoding.ts';
import type { RtfFont } from './rtf-text.ts';

/** The fonts and the heading styles that the head of an RTF file lists. */
export interface RtfTables {
  /** Takes a control word within one of the two lists. */
  fontControl(word: string, parameter: number | undefined): void;
  styleControl(word: string, parameter: number | undefined): void;
  /** Takes text, which is a name up to its semicolon. */
  fontName(text: string): void;
  styleName(text: string): void;
  setCodePage(codePage: number): void;
  font(index: number | undefined): RtfFont;
  defaultFont: number | undefined;
  headingLevel(style: number): number | undefined;
}

/** The level in the breadcrumb of an outline level, which counts from 0 to 8; 9 is body text. */
export function levelOfOutline(outline: number | undefined): number | undefined {
  return outline !== undefined && outline >= 0 && outline < 9 ? titleLevel + 1 + outline : undefined;
}

/** Empty lists. */
export function createRtfTables(): RtfTables {
  const fonts = new Map<number, { name: string; codePage: number | undefined }>();
  const levels = new Map<number, number>();
  let documentCodePage = 1252;
  let font: { name: string; codePage: number | undefined } | undefined;
  let style = 0;
  let styleOutline: number | undefined;
  let name = '';
  return {
    defaultFont: undefined,
    fontControl(word, parameter) {
      if (word === 'f') {
        font = { name: '', codePage: undefined };
        fonts.set(parameter ?? 0, font);
      } else if (word === 'fcharset' && font && parameter !== undefined) {
        font.codePage ??= codePageOfCharset(parameter);
      } else if (word === 'cpg' && font && parameter) font.codePage = parameter;
    },
    styleControl(word, parameter) {
      if (word === 's' || word === 'cs' || word === 'ds' || word === 'ts') {
        style = word === 's' ? (parameter ?? 0) : -1;
        styleOutline = undefined;
        name = '';
      } else if (word === 'outlinelevel') styleOutline = parameter;
    },
    fontName(text) {
      if (font && font.name.length < 100) font.name = (font.name + text).replace(/;.*$/s, '').trimStart();
    },
    styleName(text) {
      name = (name + text).slice(0, 300);
      if (!name.includes(';')) return;
      const level = headingLevelOfName(name.replace(/;.*$/s, '')) ?? levelOfOutline(styleOutline);
      if (level !== undefined && style >= 0) levels.set(style, level);
      name = '';
      style = 0;
      styleOutline = undefined;
    },
    setCodePage(codePage) {
      documentCodePage = codePage;
    },
    font(index) {
      const found = index === undefined ? undefined : fonts.get(index);
      const name = found?.name ?? '';
      return { name, isSymbol: isSymbolFont(name), codePage: found?.codePage ?? documentCodePage };
    },
    headingLevel: (index) => levels.get(index),
  };
}
