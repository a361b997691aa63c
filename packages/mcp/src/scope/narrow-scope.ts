import { isAbsolute, resolve } from 'node:path';
import { CuboError, type MetadataValue, type Scope } from '@cubo/contracts';
import { isUnder } from './is-under.ts';

/**
 * What lies in both scopes. Where a document is labelled with several values of one label that both name, only values that
 * both name count, so that the result may be less than both admit, and is never more than the first one does.
 *
 * @throws CuboError `CUBO_BAD_ARGUMENT` for a source that leads out of its folder
 */
export function narrowScope(outer: Scope | undefined, inner: Scope): Scope {
  return {
    sources: narrowSources(outer?.sources, inner.sources),
    metadata: narrowLabels(outer?.metadata ?? {}, inner.metadata ?? {}),
  };
}

function narrowSources(
  outer: readonly string[] | undefined,
  inner: readonly string[] | undefined,
): readonly string[] | undefined {
  if (outer === undefined || inner === undefined) return inner ?? outer;
  const wider = outer.flatMap(namesOf);
  const narrower = inner.flatMap(namesOf);
  return narrower.flatMap((name) => {
    if (wider.some((source) => isUnder(name, source))) return [name];
    return wider.filter((source) => isUnder(source, name));
  });
}

/** By which names the library would look for a source: by itself and, where it is a path, by where that leads. */
function namesOf(source: string): string[] {
  if (isAbsolute(source)) return [resolve(source)];
  if (source.split(/[/\\]/).includes('..')) {
    throw new CuboError({
      code: 'CUBO_BAD_ARGUMENT',
      message: 'A source leads out of its folder by "..".',
      remedy: 'Pass sources as the tools list and search name them.',
    });
  }
  return [source, resolve(source)];
}

type Labels = Readonly<Record<string, MetadataValue>>;

function narrowLabels(outer: Labels, inner: Labels): Labels {
  const both = Object.entries(inner).map(([label, value]): [string, MetadataValue] => {
    const allowed = Object.hasOwn(outer, label) ? outer[label] : undefined;
    return [label, allowed === undefined ? value : commonValues(allowed, value)];
  });
  return { ...outer, ...Object.fromEntries(both) };
}

/** A list that is empty admits nothing. */
function commonValues(allowed: MetadataValue, wanted: MetadataValue): MetadataValue {
  const values = valuesOf(allowed);
  const common = valuesOf(wanted).filter((value) => values.includes(value));
  return common.length === 1 ? (common[0] as MetadataValue) : (common as readonly string[]);
}

function valuesOf(value: MetadataValue): readonly MetadataValue[] {
  return Array.isArray(value) ? (value as readonly string[]) : [value];
}
