import {
  accented,
  delimited,
  equations,
  fraction,
  functionName,
  matrix,
  root,
  scripted,
  scripts,
  stacked,
} from './latex.ts';
import { latexText } from './latex-symbols.ts';

/** An element of a formula that is complete: its text, and those of its elements that are no stretch of the line. */
export interface MathElement {
  readonly name: string;
  readonly text: string;
  readonly parts: readonly MathPart[];
  /** Of what its properties say: `chr`, `begChr`, `type`, … */
  readonly properties: ReadonlyMap<string, string>;
}

/** An element that is a part of the one around it: a numerator, a limit, a row. */
export interface MathPart {
  readonly name: string;
  readonly text: string;
}

/** An element of Office Math in LaTeX; of one that is not known, the text. */
export function officeMathLatex(element: MathElement): string {
  const latex = structureLatex(element);
  const { name, text, parts } = element;
  // Text that lies beside the parts of an element comes from elements that are not known, or lie too deep.
  if (latex !== undefined) return latex + text;
  const all = text + parts.map((part) => part.text).join('');
  return name === 'fName' ? functionName(all) : all;
}

function structureLatex({ name, parts, properties }: MathElement): string | undefined {
  const part = (wanted: string) => parts.find((item) => item.name === wanted)?.text ?? '';
  const all = (wanted: string) => parts.filter((item) => item.name === wanted).map((item) => item.text.trim());
  const isTop = properties.get('pos') === 'top';
  switch (name) {
    case 'f':
      return fraction(part('num'), part('den'), properties.get('type') !== 'noBar');
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return scripted(part('e'), part('sub'), part('sup'));
    case 'sPre':
      return `{}${scripts(part('sub'), part('sup'))}${part('e')}`;
    case 'rad':
      return root(isOff(properties.get('degHide') ?? '0') ? part('deg') : '', part('e'));
    case 'nary':
      return ` ${latexText(properties.get('chr') ?? '∫').trim()}${scripts(part('sub'), part('sup'))} ${part('e')}`;
    case 'd':
      return delimited(
        properties.get('begChr') ?? '(',
        properties.get('endChr') ?? ')',
        all('e'),
        properties.get('sepChr') ?? '|',
      );
    case 'func':
      return ` ${part('fName').trim()} ${part('e')}`;
    case 'limLow':
      return stacked(part('e'), part('lim'), 'under');
    case 'limUpp':
      return stacked(part('e'), part('lim'), 'over');
    case 'groupChr':
      return accented(part('e'), properties.get('chr') ?? '⏟', isTop ? 'over' : 'under');
    case 'acc':
      return accented(part('e'), properties.get('chr') ?? '\u0302', 'over');
    case 'bar':
      return `\\${isTop ? 'over' : 'under'}line{${part('e')}}`;
    case 'borderBox':
      return `\\boxed{${part('e')}}`;
    case 'phant':
      return isOff(properties.get('show') ?? '1') ? '' : part('e');
    case 'm':
      return matrix(all('mr'));
    case 'mr':
      return all('e').join(' & ');
    case 'eqArr':
      return equations(all('e'));
    default:
      return undefined;
  }
}

/** Whether a property is switched off (ISO/IEC 29500-1, 22.9.2.7). */
export function isOff(value: string): boolean {
  return value === '0' || value === 'off' || value === 'false';
}
