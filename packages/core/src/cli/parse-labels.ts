import type { Metadata, MetadataValue } from '@cubo/contracts';
import { wrongUsage } from './wrong-usage.ts';

/**
 * Reads labels given as `label=value`, and categories, which are the label `category`. Several values of one label make
 * a list of texts; a single one that is written as a number, true or false is that.
 */
export function parseLabels(
  given: readonly string[] | undefined,
  categories: readonly string[] | undefined,
): Metadata | undefined {
  const values = new Map<string, string[]>();
  const add = (label: string, value: string) => values.set(label, [...(values.get(label) ?? []), value]);
  for (const category of categories ?? []) add('category', category);
  for (const text of given ?? []) {
    const [label = '', ...rest] = text.split('=');
    if (label.trim() === '' || rest.length === 0) throw wrongUsage(`--metadata ${text} is not <label>=<value>.`);
    add(label.trim(), rest.join('='));
  }
  if (values.size === 0) return undefined;
  return Object.fromEntries(
    [...values].map(([label, all]) => [
      label,
      all.length === 1 && label !== 'category' ? typed(all[0] ?? '') : one(all),
    ]),
  );
}

function one(values: readonly string[]): MetadataValue {
  return values.length === 1 ? (values[0] ?? '') : values;
}

function typed(value: string): MetadataValue {
  if (value === 'true' || value === 'false') return value === 'true';
  return String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}
