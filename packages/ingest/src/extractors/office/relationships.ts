import { posix } from 'node:path';
import type { XmlHandler } from '../../xml/xml-handler.ts';

/** A reference of one part of an office document to another (ISO/IEC 29500-2, 6.5). */
export interface Relationship {
  readonly id: string;
  /** The last segment of its type: `styles`, `slide`, `notesSlide`. */
  readonly type: string;
  /** Name of the part in the archive, or the address where it is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** The name of the part that holds the relationships of another; of the whole package for the empty name. */
export function relationshipsPart(part: string): string {
  const { dir, base } = posix.parse(part);
  return posix.join(dir, '_rels', `${base}.rels`);
}

/** Collects relationships while their part is read; `part` is the one that they start from. */
export function relationshipsHandler(part: string, found: (relationship: Relationship) => void): XmlHandler {
  const folder = posix.dirname(`/${part}`);
  return {
    open(name, { Id: id, Type: type = '', Target: target, TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const isExternal = mode === 'External';
      const path = isExternal ? target : posix.resolve(folder, decoded(target)).slice(1);
      found({ id, type: type.slice(type.lastIndexOf('/') + 1), target: path, isExternal });
    },
  };
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
