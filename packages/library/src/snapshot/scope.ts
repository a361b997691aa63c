import type { Metadata, MetadataValue, Scope } from '@cubo/contracts';
import { type DocumentRecord, findDocumentById, listDocuments } from '../catalog/documents.ts';
import { type Catalog, query } from '../catalog/open-catalog.ts';
import { allScoped, idsUnder, type ScopedDocument, scopedById, scopedUnder } from '../catalog/scoped-documents.ts';
import { isUnder } from './document-names.ts';

/** Whether a scope leaves anything out. */
export function isRestricting({ sources, metadata = {} }: Scope): boolean {
  return sources !== undefined || Object.keys(metadata).length > 0;
}

/**
 * The documents in a scope and their present versions, in parts that are read as they are asked for. A document may come
 * more than once; one that changes meanwhile may be left out.
 */
export function* documentsInScope(catalog: Catalog, scope: Scope): Generator<ScopedDocument[], void, undefined> {
  const all = scope.sources === undefined ? [allScoped(catalog)] : scope.sources.map((s) => scopedUnder(catalog, s));
  for (const parts of all) for (const part of parts) yield part.filter((document) => isLabelled(document, scope));
}

/** The present version of a document, if it is in a scope. */
export function versionInScope(catalog: Catalog, scope: Scope, id: number): number | undefined {
  const document = scopedById(catalog, id);
  if (document === undefined || !isLabelled(document, scope)) return undefined;
  const { sources } = scope;
  const isNamed = !sources || document.names.some((name) => sources.some((source) => isUnder(name, source)));
  return isNamed ? document.version : undefined;
}

/** The documents in a scope by URI, read from the disk as they are asked for; `open` is asked before each read. */
export function* listDocumentsInScope(open: () => Catalog, scope: Scope): Generator<DocumentRecord> {
  for (const document of scope.sources === undefined ? listDocuments(open) : listUnder(open, scope.sources)) {
    if (fits(document.metadata, scope)) yield document;
  }
}

function* listUnder(open: () => Catalog, sources: readonly string[]): Generator<DocumentRecord> {
  const catalog = open();
  for (const id of query(catalog, () => idsUnder(catalog, sources))) {
    const document = query(open(), () => findDocumentById(catalog, id));
    if (document !== undefined) yield document;
  }
}

function isLabelled({ metadata }: ScopedDocument, scope: Scope): boolean {
  return Object.keys(scope.metadata ?? {}).length === 0 || fits(JSON.parse(metadata) as Metadata, scope);
}

function fits(metadata: Metadata, { metadata: wanted = {} }: Scope): boolean {
  return Object.entries(wanted).every(([key, value]) => isOneOf(metadata[key], value));
}

function isOneOf(actual: MetadataValue | undefined, wanted: MetadataValue): boolean {
  const allowed = values(wanted);
  return values(actual).some((value) => allowed.includes(value));
}

function values(value: MetadataValue | undefined): readonly MetadataValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
