/** Longer formulas are cut off. */
const longestFormula = 20_000;
const longestScript = 100;

/** Makes a line of text of a formula in Office Math (ISO/IEC 29500-1, 22.1), element by element, by local names. */
export interface MathText {
  /** Whether a formula is open. */
  isOpen(): boolean;
  open(name: string, value: (attribute: string) => string | undefined): void;
  /** Closes an element; the formula's text when it was the last one. */
  close(name: string): string | undefined;
  text(data: string): void;
}

interface Node {
  readonly name: string;
  text: string;
  readonly parts: { readonly name: string; readonly text: string }[];
  readonly properties: Map<string, string>;
}

/** Elements whose text is a part of the element around them instead of a stretch of the line. */
const partNames: ReadonlySet<string> = new Set(['e', 'num', 'den', 'sup', 'sub', 'deg', 'fName', 'lim', 'mr']);
/** Properties that change what is shown. */
const propertyNames: ReadonlySet<string> = new Set(['chr', 'begChr', 'endChr', 'sepChr', 'type', 'degHide']);

/** Waits for a formula. */
export function createMathText(): MathText {
  const nodes: Node[] = [];
  return {
    isOpen: () => nodes.length > 0,
    open(name, value) {
      if (nodes.length === 0 && name !== 'oMath') return;
      if (propertyNames.has(name)) {
        // Properties lie in an element of their own, which is named after the one they belong to.
        const owner = nodes.at(-2);
        owner?.properties.set(name, value('val') ?? '');
      }
      nodes.push({ name, text: '', parts: [], properties: new Map() });
    },
    close(name) {
      const node = nodes.pop();
      if (!node) return undefined;
      const shown = linear(node).slice(0, longestFormula);
      const parent = nodes.at(-1);
      if (!parent) return shown.replace(/\s+/g, ' ').trim();
      if (partNames.has(name)) parent.parts.push({ name, text: shown });
      else parent.text = joined(parent.text, shown).slice(0, longestFormula);
      return undefined;
    },
    text(data) {
      const node = nodes.at(-1);
      if (node?.name === 't') node.text += data;
    },
  };
}

function linear(node: Node): string {
  const { name, parts, properties, text } = node;
  const part = (wanted: string) => parts.find((item) => item.name === wanted)?.text ?? '';
  const all = () => parts.filter((item) => item.name === 'e').map((item) => item.text);
  const scripts = (sub: string, sup: string) =>
    `${sub.trim() === '' ? '' : `_${groupFormula(sub)}`}${sup.trim() === '' ? '' : `^${groupFormula(sup)}`}`;
  switch (name) {
    case 'f':
      return properties.get('type') === 'noBar'
        ? `(${part('num')} ¦ ${part('den')})`
        : `${groupFormula(part('num'))}/${groupFormula(part('den'))}`;
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return part('e') + scripts(part('sub'), part('sup'));
    case 'sPre':
      return `${scripts(part('sub'), part('sup'))} ${part('e')}`;
    case 'rad':
      return `${part('deg').trim() === '' ? '' : `^${groupFormula(part('deg'))}`}√${groupFormula(part('e'))}`;
    case 'nary':
      return `${properties.get('chr') ?? '∫'}${scripts(part('sub'), part('sup'))} ${part('e')}`;
    case 'd':
      return (
        (properties.get('begChr') ?? '(') +
        all().join(properties.get('sepChr') ?? '|') +
        (properties.get('endChr') ?? ')')
      );
    case 'func':
      return `${part('fName')} ${part('e')}`;
    case 'limLow':
      return `${part('e')}_${groupFormula(part('lim'))}`;
    case 'limUpp':
      return `${part('e')}^${groupFormula(part('lim'))}`;
    case 'm':
      return `[${parts.map((item) => item.text).join('; ')}]`;
    case 'mr':
      return all().join(', ');
    case 'eqArr':
      return all().join('; ');
    default:
      return text + parts.map((item) => item.text).join('');
  }
}

/** A part of a formula in brackets, unless it is a single word or number. */
export function groupFormula(text: string): string {
  const plain = text.trim();
  return plain.length <= 1 || /^[\p{L}\p{N}]+$/u.test(plain) || /^\([^()]*\)$/.test(plain) ? plain : `(${plain})`;
}

/** Keeps a script apart from the letters that follow it. */
function joined(before: string, after: string): string {
  return /[_^][\p{L}\p{N}]+$/u.test(before.slice(-longestScript)) && /^[\p{L}\p{N}]/u.test(after)
    ? `${before} ${after}`
    : before + after;
}
