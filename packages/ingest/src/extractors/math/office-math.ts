import type { XmlAttributes } from '../../xml/xml-handler.ts';
import { functionName, textOfFormula, tidyLatex, wordsOfFormula } from './latex.ts';
import { latexText } from './latex-symbols.ts';
import { isOff, type MathPart, officeMathLatex } from './office-math-latex.ts';

/** A formula that is larger than this, in characters and elements, is given as plain text. */
const mostCharacters = 64 * 1024;
/** What an element counts. */
const elementCost = 4;
/** Elements that lie deeper in one another give their text only. */
const deepest = 64;
/** A property is a sign, or one of a few words. */
const longestProperty = 16;

/**
 * Reads formulas in Office Math (ISO/IEC 29500-1, 22.1), by local names, and writes them in the notation of LaTeX: `$…$`
 * in a line of text, `$$…$$` on a line of its own. Each method gives the text that is complete.
 */
export interface OfficeMath {
  /** Whether a formula is open, which takes all that comes. */
  isOpen(): boolean;
  open(name: string, attributes: XmlAttributes): string;
  text(data: string): string;
  close(name: string): string;
}

/** The elements that a formula begins with. */
export const formulaElements: ReadonlySet<string> = new Set(['oMath', 'oMathPara']);

interface OpenElement {
  readonly name: string;
  text: string;
  readonly parts: MathPart[];
  readonly properties: Map<string, string>;
}

/** Elements whose text is a part of the element around them instead of a stretch of the line. */
const partNames: ReadonlySet<string> = new Set([
  ...['e', 'num', 'den', 'sup', 'sub', 'deg', 'fName', 'lim', 'mr', 'oMath'],
]);
/** Properties that change what is shown. */
const propertyNames: ReadonlySet<string> = new Set([
  ...['chr', 'begChr', 'endChr', 'sepChr', 'type', 'degHide', 'pos', 'nor', 'show'],
]);
/** What may stand around the name of a function. */
const aroundNames: ReadonlySet<string> = new Set(['e', 'limLow', 'limUpp', 'sSup', 'sSub', 'sSubSup', 'box']);

/** Waits for a formula. */
export function createOfficeMath(): OfficeMath {
  const elements: OpenElement[] = [];
  /** Open elements that are not looked at: they lie too deep, or the formula is too large. */
  let passed = 0;
  let isPlain = false;
  let cost = 0;
  let inText = false;
  let raw = '';

  /** Gives up the structure: what is held of the formula as plain text. */
  function becomePlain(): string {
    const held = elements.flatMap(({ parts, text }) => [...parts.map((part) => part.text), text]);
    passed += elements.length;
    elements.length = 0;
    isPlain = true;
    const text = held.join(' ') + raw;
    raw = '';
    return text;
  }

  function endText(): void {
    const element = elements.at(-1);
    if (!element) return;
    if (element.properties.has('nor') && !isOff(element.properties.get('nor') ?? ''))
      element.text += textOfFormula(raw);
    // In a column of equations `&` is where they are aligned, and `#` sets the number of an equation apart.
    else if (elements.some(({ name }) => name === 'eqArr'))
      element.text += raw.replaceAll('&', '').split('#').map(latexText).join(' \\quad ');
    else element.text += latexText(raw);
    raw = '';
  }

  /** Whether the open element holds the name of a function or a part of it. */
  function isName(): boolean {
    for (let at = elements.length - 1; at >= 0; at--) {
      const { name } = elements[at] as OpenElement;
      if (name === 'fName') return true;
      if (!aroundNames.has(name)) return false;
    }
    return false;
  }

  function endElement({ name, text, parts, properties }: OpenElement): string {
    const parent = elements.at(-1);
    if (!parent && name === 'oMathPara') return displayed([...parts.map((part) => part.text), text]);
    const latex = officeMathLatex({ name, text, parts, properties });
    if (!parent) return latex.trim() === '' ? '' : `$${tidyLatex(latex)}$`;
    if (!partNames.has(name)) parent.text += latex;
    else if (name === 'e' && isName()) parent.parts.push({ name, text: functionName(latex) });
    else parent.parts.push({ name, text: wordsOfFormula(latex) });
    return '';
  }

  return {
    isOpen: () => elements.length > 0 || passed > 0,
    open(name, attributes) {
      if (elements.length === 0 && passed === 0) {
        cost = 0;
        isPlain = false;
      }
      if (name === 't') {
        inText = true;
        return '';
      }
      cost += elementCost;
      if (cost > mostCharacters && !isPlain) {
        const held = becomePlain();
        passed++;
        return held;
      }
      if (isPlain || passed > 0 || elements.length >= deepest) {
        passed++;
        return '';
      }
      // Properties lie in an element of their own, which is named after the one they belong to.
      if (propertyNames.has(name))
        elements.at(-2)?.properties.set(name, (attributes.val ?? '').slice(0, longestProperty));
      elements.push({ name, text: '', parts: [], properties: new Map() });
      return '';
    },
    text(data) {
      if (!inText) return '';
      if (isPlain) return data;
      cost += data.length;
      raw += data;
      return cost > mostCharacters ? becomePlain() : '';
    },
    close(name) {
      if (name === 't') {
        inText = false;
        if (!isPlain) endText();
        return '';
      }
      if (passed > 0) {
        passed--;
        return '';
      }
      const element = elements.pop();
      return element ? endElement(element) : '';
    },
  };
}

function displayed(formulas: readonly string[]): string {
  const lines = formulas.map(tidyLatex).filter((latex) => latex !== '');
  return lines.length === 0 ? '' : `\n${lines.map((latex) => `$$${latex}$$`).join('\n')}\n`;
}
