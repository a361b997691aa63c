import type { XmlAttributes } from '../../xml/xml-handler.ts';
import { formatNumber, type NumberStyle } from '../office/number-format.ts';
import type { ListLevel, ListStyle, OdfStyles } from './odf-styles.ts';

const deepest = 10;
const numberStyles: Readonly<Record<string, NumberStyle>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Follows the lists of a text and says what is shown before their items (OpenDocument 1.3, part 3, 5.3). */
export interface OdfLists {
  openList(attributes: XmlAttributes): void;
  closeList(): void;
  openItem(attributes: XmlAttributes): void;
  closeItem(): void;
  /** The label of the next paragraph, `-` for a bullet; empty for a further paragraph of an item, and outside of lists. */
  label(): string;
  /** How many lists the place lies in. */
  depth(): number;
  /** The number of a heading as the outline style wants it. */
  headingNumber(level: number): string;
}

interface OpenList {
  readonly style: ListStyle | undefined;
  readonly styleName: string | undefined;
  readonly counts: (number | undefined)[];
  isItemNew: boolean;
}

/** Outside of all lists. */
export function createOdfLists(styles: OdfStyles): OdfLists {
  const open: OpenList[] = [];
  /** The counts that lists of a style have come to, for those that go on counting. */
  const kept = new Map<string, (number | undefined)[]>();
  const headings: (number | undefined)[] = [];

  return {
    depth: () => open.length,
    openList(attributes) {
      const outer = open.at(-1);
      const styleName = attributes['style-name'] ?? outer?.styleName;
      const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
      const before = goesOn && outer === undefined ? kept.get(styleName ?? '') : undefined;
      const counts = before ?? outer?.counts ?? [];
      open.push({ style: styles.list(styleName), styleName, counts, isItemNew: false });
      if (!goesOn) counts.length = Math.min(counts.length, open.length - 1);
    },
    closeList() {
      const list = open.pop();
      if (list && open.length === 0) kept.set(list.styleName ?? '', list.counts);
    },
    openItem(attributes) {
      const list = open.at(-1);
      if (!list) return;
      const at = open.length - 1;
      const start = Number(attributes['start-value']);
      const first = list.style?.get(open.length)?.start ?? 1;
      list.counts[at] = Number.isInteger(start) && start > 0 ? start : (list.counts[at] ?? first - 1) + 1;
      list.counts.length = open.length;
      list.isItemNew = true;
    },
    closeItem() {
      const list = open.at(-1);
      if (list) list.isItemNew = false;
    },
    label() {
      const list = open.at(-1);
      if (!list?.isItemNew) return '';
      list.isItemNew = false;
      const level = list.style?.get(open.length);
      if (!level || level.isBullet) return '-';
      return shown(level, open.length, list.counts, list.style);
    },
    headingNumber(level) {
      const definition = styles.outline.get(level);
      if (!(level >= 1 && level <= deepest)) return '';
      headings[level - 1] = (headings[level - 1] ?? (definition?.start ?? 1) - 1) + 1;
      headings.length = level;
      return definition ? shown(definition, level, headings, styles.outline) : '';
    },
  };
}

function shown(
  level: ListLevel,
  depth: number,
  counts: readonly (number | undefined)[],
  style: ListStyle | undefined,
): string {
  if (level.format === '') return (level.prefix + level.suffix).trim();
  const numbers: string[] = [];
  for (let at = Math.max(1, depth - level.shownLevels + 1); at <= depth; at++) {
    const { format } = style?.get(at) ?? level;
    if (format !== '') numbers.push(formatNumber(counts[at - 1] ?? 1, numberStyles[format] ?? 'decimal'));
  }
  return (level.prefix + numbers.join('.') + level.suffix).trim();
}
