import type { Chunk, Locator, SectionKind, StoredChunk } from '@cubo/contracts';
import type { SchemaElement } from 'hyparquet';

/**
 * The columns of `chunks.parquet`, one row a chunk. `chunk_id` ascends. `heading` and `locator` are JSON; the locator's
 * range is in `start` and `end`, in UTF-16 code units of the document text. The names of documents are in the catalog
 * alone: they change, and segments do not.
 */
const columns = [
  { name: 'chunk_id', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'document_id', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'ordinal', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'title', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'kind', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'heading', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'context', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'start', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'end', type: 'INT64', repetition_type: 'REQUIRED' },
  { name: 'passage_start', type: 'INT64', repetition_type: 'OPTIONAL' },
  { name: 'passage_end', type: 'INT64', repetition_type: 'OPTIONAL' },
  { name: 'locator', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
] as const satisfies readonly (SchemaElement & { name: keyof ChunkRow })[];

/** A row as Parquet holds it. */
export interface ChunkRow {
  readonly chunk_id: bigint;
  readonly document_id: bigint;
  readonly ordinal: bigint;
  readonly title: string | null | undefined;
  readonly kind: string;
  readonly heading: string | null | undefined;
  readonly context: string | null | undefined;
  readonly text: string;
  readonly start: bigint;
  readonly end: bigint;
  readonly passage_start: bigint | null | undefined;
  readonly passage_end: bigint | null | undefined;
  readonly locator: string;
}

/** A chunk as its segment holds it: without the name of its document, which may change. */
export type ChunkRecord = Omit<StoredChunk, 'source'>;

/** The Parquet schema of a chunk store segment. */
export const chunkSchema: SchemaElement[] = [{ name: 'chunk', num_children: columns.length }, ...columns];

/** Columns whose values take room: only these are worth compressing. */
const largeColumns: ReadonlySet<string> = new Set([
  'heading',
  'context',
  'text',
  'locator',
] satisfies (keyof ChunkRow)[]);

/** A column of a row group, as the Parquet writer takes it. */
export interface ColumnData {
  readonly name: string;
  readonly data: unknown[];
  readonly statistics: boolean;
  readonly codec: 'GZIP' | 'UNCOMPRESSED';
  readonly encoding?: 'PLAIN' | 'DELTA_BINARY_PACKED';
}

/** Turns chunks into the columns of one row group. */
export function toColumns(chunks: readonly ChunkRecord[]): ColumnData[] {
  const rows = chunks.map(toRow);
  return columns.map(({ name, type }) => {
    const data = rows.map((row) => row[name]);
    return {
      name,
      data,
      // Ranges of ids help readers that look for a chunk; ranges of texts only make the footer large.
      statistics: name === 'chunk_id' || name === 'document_id',
      codec: largeColumns.has(name) && data.some((value) => value !== null) ? 'GZIP' : 'UNCOMPRESSED',
      ...encodingOf(name, type),
    };
  });
}

/** Numbers ascend, or are those of the row before; no two texts are alike. Of others a dictionary is made if it pays. */
function encodingOf(name: keyof ChunkRow, type: 'INT64' | 'BYTE_ARRAY'): Pick<ColumnData, 'encoding'> {
  if (type === 'INT64') return { encoding: 'DELTA_BINARY_PACKED' };
  return name === 'text' ? { encoding: 'PLAIN' } : {};
}

function toRow(chunk: ChunkRecord): ChunkRow {
  const { start, end, ...place } = chunk.locator;
  return {
    chunk_id: BigInt(chunk.id),
    document_id: BigInt(chunk.documentId),
    ordinal: BigInt(chunk.ordinal),
    title: chunk.title ?? null,
    kind: chunk.kind,
    heading: chunk.heading ? JSON.stringify(chunk.heading) : null,
    context: chunk.context ?? null,
    text: chunk.text,
    start: BigInt(start),
    end: BigInt(end),
    passage_start: chunk.passage ? BigInt(chunk.passage.start) : null,
    passage_end: chunk.passage ? BigInt(chunk.passage.end) : null,
    locator: JSON.stringify(place),
  };
}

/** Turns a row back into the chunk it was made from. */
export function fromRow(row: ChunkRow): ChunkRecord {
  const place = JSON.parse(String(row.locator)) as Omit<Locator, 'start' | 'end'>;
  return {
    id: Number(row.chunk_id),
    documentId: Number(row.document_id),
    ordinal: Number(row.ordinal),
    title: row.title == null ? undefined : String(row.title),
    kind: String(row.kind) as SectionKind,
    heading: row.heading == null ? undefined : (JSON.parse(String(row.heading)) as string[]),
    context: row.context == null ? undefined : String(row.context),
    text: String(row.text),
    ...(row.passage_start != null && { passage: { start: Number(row.passage_start), end: Number(row.passage_end) } }),
    locator: { ...place, start: Number(row.start), end: Number(row.end) } as Locator,
  };
}

/** Whether two chunks say the same of the same place, whichever ids they have. */
export function isSameChunk(a: Chunk, b: Chunk): boolean {
  const asStored = (chunk: Chunk) =>
    JSON.stringify(fromRow(toRow({ ...chunk, title: '', id: 0, documentId: 0, ordinal: 0 })));
  return asStored(a) === asStored(b);
}
