import type { XmlHandler } from '../../xml/xml-handler.ts';
import {
  accented,
  delimited,
  fraction,
  functionName,
  matrix,
  root,
  scripted,
  scripts,
  stacked,
  textOfFormula,
  tidyLatex,
} from './latex.ts';
import { latexText } from './latex-symbols.ts';

/** Longer formulas are cut off. */
const longestFormula = 20_000;
/** What is held of a formula while it is read, in characters and elements. */
const mostCharacters = 4 * longestFormula;
/** What an element counts. */
const elementCost = 4;
/** A property is a sign or two. */
const longestProperty = 16;

interface Node {
  readonly name: string;
  readonly properties: Readonly<Record<string, string | undefined>>;
  readonly children: string[];
  /** What the children say that are single signs; these may be accents. */
  readonly signs: (string | undefined)[];
}

/** Reads a formula. */
export interface MathMlReader {
  readonly handler: XmlHandler;
  /** The formula, as `$…$`; empty where there is none. */
  line(): string;
  /** Whether there is more than is held. */
  isCut(): boolean;
}

/** Reads a formula in MathML (W3C, version 3) and writes it in the notation of LaTeX. */
export function readMathMl(): MathMlReader {
  const nodes: Node[] = [];
  let latex = '';
  let cost = 0;
  /** Open elements that are passed over, because the formula is too large. */
  let passed = 0;
  let isCut = false;
  return {
    line: () => (latex.trim() === '' ? '' : `$${tidyLatex(latex)}$`),
    isCut: () => isCut,
    handler: {
      open(name, attributes) {
        cost += elementCost;
        if (cost > mostCharacters) isCut = true;
        if (passed > 0 || cost > mostCharacters) {
          passed++;
          return;
        }
        const [open, close, separators] = [attributes.open, attributes.close, attributes.separators].map((value) =>
          value?.slice(0, longestProperty),
        );
        nodes.push({ name, properties: { open, close, separators }, children: [], signs: [] });
      },
      text(data) {
        const node = nodes.at(-1);
        if (!node || !tokens.has(node.name) || passed > 0) return;
        cost += data.length;
        if (cost > mostCharacters) isCut = true;
        else node.children.push(data);
      },
      close() {
        if (passed > 0) {
          passed--;
          return;
        }
        const node = nodes.pop();
        if (!node) return;
        const whole = latexOf(node);
        if (whole.length > longestFormula) isCut = true;
        const shown = whole.slice(0, longestFormula);
        const parent = nodes.at(-1);
        if (!parent) latex = shown;
        else {
          parent.children.push(shown);
          parent.signs.push(node.name === 'mo' ? node.children.join('').trim() : undefined);
        }
      },
    },
  };
}

const tokens: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);

function latexOf({ name, properties, children, signs }: Node): string {
  const [first = '', second = '', third = ''] = children;
  switch (name) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mi':
      return functionName(latexText(children.join('').trim()));
    case 'mn':
    case 'mo':
      return latexText(children.join('').trim());
    case 'mtext':
    case 'ms':
      return textOfFormula(children.join(''));
    case 'mspace':
      return ' ';
    case 'mfrac':
      return fraction(first, second, true);
    case 'msup':
      return scripted(first, '', second);
    case 'msub':
      return scripted(first, second, '');
    case 'msubsup':
      return scripted(first, second, third);
    case 'mover':
      return signs[1] === undefined ? stacked(first, second, 'over') : accented(first, signs[1], 'over');
    case 'munder':
      return signs[1] === undefined ? stacked(first, second, 'under') : accented(first, signs[1], 'under');
    case 'munderover':
      return `${first.trim()}${scripts(second, third)} `;
    case 'msqrt':
      return root('', children.join(''));
    case 'mroot':
      return root(second, first);
    case 'mfenced':
      return delimited(properties.open ?? '(', properties.close ?? ')', children, properties.separators ?? ',');
    case 'mtable':
      return matrix(children.map((row) => row.trim()));
    case 'mtr':
      return children.map((cell) => cell.trim()).join(' & ');
    default:
      return children.join('');
  }
}
