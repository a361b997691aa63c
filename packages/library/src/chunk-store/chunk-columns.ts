import type { Locator, SectionKind, StoredChunk } from '@cubo/contracts';
import type { SchemaElement } from 'hyparquet';

/**
 * The columns of `chunks.parquet`, one row a chunk. `chunk_id` ascends. `heading` and `locator` are JSON; the locator's
 * range is in `start` and `end`, in UTF-16 code units of the document text.
 */
const columns = [
  { name: 'chunk_id', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'document_id', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'ordinal', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'source', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'title', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'kind', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'heading', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'context', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'start', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'end', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'locator', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
] as const satisfies readonly SchemaElement[];

type ColumnName = (typeof columns)[number]['name'];

/** A row as Parquet holds it. */
export type ChunkRow = Record<ColumnName, bigint | string | null | undefined>;

/** The Parquet schema of a chunk store segment. */
export const chunkSchema: SchemaElement[] = [{ name: 'chunk', num_children: columns.length }, ...columns];

/** Turns chunks into the columns of one row group. */
export function toColumns(chunks: readonly StoredChunk[]): { name: string; data: unknown[]; statistics: boolean }[] {
  const rows = chunks.map(toRow);
  return columns.map(({ name }) => ({
    name,
    data: rows.map((row) => row[name]),
    // Ranges of ids help readers that look for a chunk; ranges of texts only make the footer large.
    statistics: name === 'chunk_id' || name === 'document_id',
  }));
}

function toRow(chunk: StoredChunk): ChunkRow {
  const { start, end, ...place } = chunk.locator;
  return {
    chunk_id: BigInt(chunk.id),
    document_id: BigInt(chunk.documentId),
    ordinal: BigInt(chunk.ordinal),
    source: chunk.source,
    title: chunk.title ?? null,
    kind: chunk.kind,
    heading: chunk.heading ? JSON.stringify(chunk.heading) : null,
    context: chunk.context ?? null,
    text: chunk.text,
    start: BigInt(start),
    end: BigInt(end),
    locator: JSON.stringify(place),
  };
}

/** Turns a row back into the chunk it was made from. */
export function fromRow(row: ChunkRow): StoredChunk {
  const place = JSON.parse(String(row.locator)) as Omit<Locator, 'start' | 'end'>;
  return {
    id: Number(row.chunk_id),
    documentId: Number(row.document_id),
    ordinal: Number(row.ordinal),
    source: String(row.source),
    title: row.title == null ? undefined : String(row.title),
    kind: String(row.kind) as SectionKind,
    heading: row.heading == null ? undefined : (JSON.parse(String(row.heading)) as string[]),
    context: row.context == null ? undefined : String(row.context),
    text: String(row.text),
    locator: { ...place, start: Number(row.start), end: Number(row.end) } as Locator,
  };
}
