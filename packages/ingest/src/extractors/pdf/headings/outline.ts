import type { OpenedPdf } from '../open-pdf.ts';
import { outlineKey } from './outline-key.ts';

/** An entry of a document's outline (ISO 32000-1, 12.3.3). */
export interface OutlineEntry {
  /** From 1. */
  readonly level: number;
  /** Its title without anything but letters and digits. */
  readonly key: string;
}

/** More entries, and deeper ones, are not looked at. */
const mostEntries = 5000;
const deepest = 12;

interface OutlineItem {
  readonly title?: string;
  readonly dest?: string | readonly unknown[] | null;
  readonly items?: readonly OutlineItem[];
}

/** The entries of an outline by their page; `undefined` where the document has none that lead to a page. */
export async function readOutline(pdf: OpenedPdf): Promise<Map<number, OutlineEntry[]> | undefined> {
  const items = ((await pdf.document.getOutline()) ?? []) as readonly OutlineItem[];
  const pages = new Map<number, OutlineEntry[]>();
  let entries = 0;
  const visit = async (list: readonly OutlineItem[], level: number): Promise<void> => {
    for (const { title, dest, items: inner } of list) {
      if (++entries > mostEntries) return;
      const key = outlineKey(title ?? '');
      const page = key === '' ? undefined : await pageOf(pdf, dest);
      if (page !== undefined) pages.set(page, [...(pages.get(page) ?? []), { level, key }]);
      if (inner && level < deepest) await visit(inner, level + 1);
    }
  };
  await visit(items, 1);
  return pages.size > 0 ? pages : undefined;
}

async function pageOf(pdf: OpenedPdf, dest: OutlineItem['dest']): Promise<number | undefined> {
  try {
    const [target] = (typeof dest === 'string' ? await pdf.document.getDestination(dest) : dest) ?? [];
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return undefined;
    return (await pdf.document.getPageIndex(target as { num: number; gen: number })) + 1;
  } catch {
    // An entry that leads nowhere is no heading.
    return undefined;
  }
}
