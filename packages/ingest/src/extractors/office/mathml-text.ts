import type { XmlHandler } from '../../xml/xml-handler.ts';
import { groupFormula } from './math-text.ts';

const longestFormula = 20_000;

interface Node {
  readonly name: string;
  readonly children: string[];
}

/** Reads a formula in MathML as a line of text. */
export function readMathMl(): { readonly handler: XmlHandler; line(): string } {
  const nodes: Node[] = [];
  let line = '';
  return {
    line: () => line.replace(/\s+/g, ' ').trim(),
    handler: {
      open: (name) => nodes.push({ name, children: [] }),
      text(data) {
        const node = nodes.at(-1);
        if (node && tokens.has(node.name)) node.children.push(data.trim());
      },
      close() {
        const node = nodes.pop();
        if (!node) return;
        const shown = linear(node).slice(0, longestFormula);
        const parent = nodes.at(-1);
        if (parent) parent.children.push(shown);
        else line = shown;
      },
    },
  };
}

const tokens: ReadonlySet<string> = new Set(['mi', 'mn', 'mo', 'mtext', 'ms']);

function linear({ name, children }: Node): string {
  const [first = '', second = '', third = ''] = children;
  switch (name) {
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'mfrac':
      return `${groupFormula(first)}/${groupFormula(second)}`;
    case 'msup':
    case 'mover':
      return `${first}^${groupFormula(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${groupFormula(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${groupFormula(second)}^${groupFormula(third)}`;
    case 'msqrt':
      return `√${groupFormula(children.join(''))}`;
    case 'mroot':
      return `^${groupFormula(second)}√${groupFormula(first)}`;
    case 'mtable':
      return `[${children.join('; ')}]`;
    case 'mtr':
      return children.join(', ');
    default:
      return children.join('');
  }
}
