import type { Scope } from '@cubo/contracts';
import type { StudyParts } from '../study-parts.ts';
import { readScope } from './read-scope.ts';

/** How much of something has been asked. */
export interface Covered {
  /** Passages that it has. */
  readonly passages: number;
  /** Passages that items rest on. */
  readonly used: number;
  /** `used / passages`; 0 where there are none. */
  readonly share: number;
}

/** How much of a part of a document has been asked. */
export interface SectionCoverage extends Covered {
  /** Headings above it, outermost first; none for what stands under no heading. */
  readonly heading: readonly string[];
}

/** How much of a document has been asked. */
export interface DocumentCoverage extends Covered {
  readonly source: string;
  readonly title?: string | undefined;
  /** Its parts, in their order. */
  readonly sections: readonly SectionCoverage[];
}

/** How much of documents has been asked. */
export interface CoverageReport extends Covered {
  readonly documents: readonly DocumentCoverage[];
}

/** Tells of the documents of a scope which parts items rest on, by the ids of the chunks that were used. */
export async function measureCoverage(
  { cubo }: Pick<StudyParts, 'cubo'>,
  options: {
    /** Ids of the chunks that items rest on. */
    readonly used: Iterable<number>;
    /** Of which documents. Default: all. */
    readonly scope?: Scope | undefined;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<CoverageReport> {
  const used = new Set(options.used);
  const documents = new Map<string, { title?: string | undefined; sections: Map<string, Counted> }>();
  for await (const { source, title, heading = [], id } of readScope(cubo, options)) {
    const document = documents.get(source) ?? { title, sections: new Map() };
    documents.set(source, document);
    const key = JSON.stringify(heading);
    const section = document.sections.get(key) ?? { heading, passages: 0, used: 0 };
    document.sections.set(key, section);
    section.passages++;
    if (used.has(id)) section.used++;
  }
  const reports = [...documents].map(([source, { title, sections }]): DocumentCoverage => {
    const parts = [...sections.values()];
    return { source, ...(title !== undefined && { title }), ...sumOf(parts), sections: parts.map(withShare) };
  });
  return { ...sumOf(reports), documents: reports };
}

interface Counted {
  readonly heading: readonly string[];
  passages: number;
  used: number;
}

function sumOf(parts: readonly { readonly passages: number; readonly used: number }[]): Covered {
  return withShare({
    passages: parts.reduce((sum, { passages }) => sum + passages, 0),
    used: parts.reduce((sum, { used }) => sum + used, 0),
  });
}

function withShare<Part extends { readonly passages: number; readonly used: number }>(
  part: Part,
): Part & { readonly share: number } {
  return { ...part, share: part.passages === 0 ? 0 : part.used / part.passages };
}
