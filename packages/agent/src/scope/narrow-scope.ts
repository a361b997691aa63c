import { resolve } from 'node:path';
import { CuboError, type MetadataValue, type Scope } from '@cubo/contracts';

/**
 * The scope of those documents that are in both: what `narrower` says, within `wider`.
 *
 * @throws CuboError `CUBO_SCOPE_EXCEEDED` where `narrower` names what `wider` does not admit
 */
export function narrowScope(wider: Scope, narrower: Scope = {}): Scope {
  const sources = narrower.sources === undefined ? wider.sources : sourcesWithin(wider.sources, narrower.sources);
  // Labels may have any names, __proto__ and constructor too.
  const metadata = new Map<string, MetadataValue>(Object.entries(wider.metadata ?? {}));
  for (const [name, value] of Object.entries(narrower.metadata ?? {})) {
    if (value === undefined) continue;
    const admitted = metadata.get(name);
    const excess =
      admitted === undefined ? undefined : valuesOf(value).find((one) => !valuesOf(admitted).includes(one));
    if (excess !== undefined) throw exceeded(`${name} ${JSON.stringify(excess)}`);
    metadata.set(name, value);
  }
  return {
    ...(sources && { sources }),
    ...(metadata.size > 0 && { metadata: Object.fromEntries(metadata) }),
  };
}

/** A search looks for a source as it is written, and as an absolute path: what is passed on must be admitted as both. */
function sourcesWithin(wider: readonly string[] | undefined, narrower: readonly string[]): readonly string[] {
  if (wider === undefined) return narrower;
  const folders = wider.flatMap((folder) => [folder, resolve(folder)]);
  const isAdmitted = (source: string) => folders.some((folder) => isWithin(source, folder));
  return narrower.flatMap((source) => {
    const forms = [...new Set([source, resolve(source)])].filter(
      (form) => isAdmitted(form) && isAdmitted(resolve(form)),
    );
    if (forms.length === 0) throw exceeded(source);
    return forms;
  });
}

function isWithin(source: string, folder: string): boolean {
  // What leads out of a folder again is in it by its name only.
  if (source.split(/[\\/]/).some((step) => step === '..' || step === '.')) return false;
  const stem = folder.replace(/[\\/]$/, '');
  return source === folder || source === stem || source.startsWith(`${stem}/`) || source.startsWith(`${stem}\\`);
}

function valuesOf(value: MetadataValue): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function exceeded(what: string): CuboError {
  return new CuboError({
    code: 'CUBO_SCOPE_EXCEEDED',
    message: `The scope of this conversation does not admit ${what}.`,
    remedy: 'Search within the scope, or change the scope of the conversation.',
  });
}
