import { formatNumber, type NumberStyle } from '../office/number-format.ts';

const levels = 9;
const mostIndent = 8;

/** One level of a numbering definition (ISO/IEC 29500-1, 17.9.6). */
export interface NumberingLevel {
  /** `w:numFmt`: `decimal`, `bullet`, `none`, … */
  format: string;
  /** `w:lvlText`: `%1.%2`. */
  text: string;
  start: number;
  /** The level, from 1, after which it begins anew; 0 for never. Default: any level above. */
  restart: number | undefined;
  /** Whether all numbers are shown as digits. */
  isLegal: boolean;
}

/** An abstract numbering definition, or a link to the style that holds it. */
export interface AbstractNumbering {
  readonly levels: Map<number, NumberingLevel>;
  styleLink: string | undefined;
}

/** A numbering definition instance: the lists that count together, and what they change. */
export interface NumberingInstance {
  abstractId: string;
  readonly starts: Map<number, number>;
  readonly levels: Map<number, NumberingLevel>;
}

/** The numbering definitions of a document. */
export interface NumberingDefinitions {
  readonly abstracts: ReadonlyMap<string, AbstractNumbering>;
  readonly instances: ReadonlyMap<string, NumberingInstance>;
}

/** Labels of the items of lists, in the order of the document. */
export interface WordNumbering {
  /**
   * Counts an item and returns what the document shows before it: `-` for a bullet, `2.1` or `(c)` for a number, nothing
   * where the level shows nothing; `undefined` where there is no such list.
   */
  label(numberingId: string, level: number): string | undefined;
}

/** Begins counting. `abstractOfStyle` finds the instance that a numbering style names. */
export function createWordNumbering(
  definitions: NumberingDefinitions,
  instanceOfStyle: (styleId: string) => string | undefined,
): WordNumbering {
  const counters = new Map<AbstractNumbering, (number | undefined)[]>();
  const begun = new Set<string>();

  function abstractOf(instance: NumberingInstance): AbstractNumbering | undefined {
    const found = definitions.abstracts.get(instance.abstractId);
    if (!found?.styleLink || found.levels.size > 0) return found;
    const linked = definitions.instances.get(instanceOfStyle(found.styleLink) ?? '');
    return (linked && definitions.abstracts.get(linked.abstractId)) ?? found;
  }

  return {
    label(id, level) {
      const instance = definitions.instances.get(id);
      const definition = instance && abstractOf(instance);
      if (!instance || !definition || !(level >= 0 && level < levels)) return undefined;
      const levelAt = (at: number) => instance.levels.get(at) ?? definition.levels.get(at);
      const current = levelAt(level);
      if (!current) return undefined;
      let counts = counters.get(definition);
      if (!counts) {
        counts = new Array<number | undefined>(levels).fill(undefined);
        counters.set(definition, counts);
      }
      if (!begun.has(id)) {
        begun.add(id);
        for (const [at, start] of instance.starts) if (at < levels) counts[at] = start - 1;
      }
      counts[level] = (counts[level] ?? (instance.starts.get(level) ?? current.start) - 1) + 1;
      for (let below = level + 1; below < levels; below++) {
        const restart = levelAt(below)?.restart;
        if (restart === undefined ? true : restart > level) counts[below] = undefined;
      }
      return show(current, level, counts, levelAt);
    },
  };
}

/** White space by which an item of a list stands further in than its parent. */
export function listIndent(level: number): string {
  return '  '.repeat(Math.max(0, Math.min(mostIndent, level)));
}

function show(
  current: NumberingLevel,
  level: number,
  counts: (number | undefined)[],
  levelAt: (at: number) => NumberingLevel | undefined,
): string {
  if (current.format === 'bullet') return '-';
  const text = current.text.replace(/%([1-9])/g, (_, digit: string) => {
    const at = Number(digit) - 1;
    const shown = levelAt(at);
    if (at > level || !shown || shown.format === 'none') return '';
    return formatNumber(counts[at] ?? shown.start, current.isLegal ? 'decimal' : numberStyle(shown.format));
  });
  return text.trim();
}

function numberStyle(format: string): NumberStyle {
  switch (format) {
    case 'decimalZero':
    case 'lowerLetter':
    case 'upperLetter':
    case 'lowerRoman':
    case 'upperRoman':
      return format;
    default:
      return 'decimal';
  }
}
