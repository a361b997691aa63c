import type { ColumnChunk, ColumnMetaData, FileMetaData } from 'hyparquet';

/** The row groups of a Parquet file. */
export interface RowGroups {
  /** Number of rows. */
  readonly rows: number;
  /** First row of each row group, ascending. */
  readonly starts: readonly number[];
  /** What is needed to read a row group: the metadata of a file that has no other. */
  metadataOf(group: number): FileMetaData;
}

/** Numbers that are kept of a column in a row group. */
const fields = ['values', 'uncompressed', 'compressed', 'data', 'dictionary'] as const;

/**
 * Keeps of the metadata of a file what is needed to read its row groups, in tens of bytes for each column of each: decoded
 * as a whole they take kilobytes, and a library has a row group for every hundred chunks. Throws for a file whose row
 * groups have not all the same columns.
 */
export function compactRowGroups(metadata: FileMetaData): RowGroups {
  const { row_groups: groups, ...file } = metadata;
  const columns = groups[0]?.columns.map(({ meta_data: meta }) => meta as ColumnMetaData) ?? [];
  const starts: number[] = [];
  let rows = 0;
  // From the first byte of the row group; a row group is small.
  const bases = new Float64Array(groups.length);
  const numbers = new Uint32Array(groups.length * columns.length * fields.length);
  /** What the columns of few groups have in common: compression and encodings. */
  const kinds: Pick<ColumnMetaData, 'codec' | 'encodings'>[] = [];
  const kindOf = new Uint8Array(groups.length * columns.length);
  const kindNumbers = new Map<string, number>();

  for (const [number, group] of groups.entries()) {
    starts.push(rows);
    rows += Number(group.num_rows);
    const metas = group.columns.map(({ meta_data: meta }) => meta);
    if (metas.length !== columns.length) throw new Error('Row groups have different columns.');
    bases[number] = Math.min(...metas.map((meta) => firstByte(meta as ColumnMetaData)));
    for (const [column, meta] of metas.entries()) {
      if (meta?.path_in_schema.join() !== columns[column]?.path_in_schema.join()) {
        throw new Error('Row groups have different columns.');
      }
      const { codec, encodings } = meta as ColumnMetaData;
      const key = `${codec} ${encodings.join()}`;
      const kind = kindNumbers.get(key) ?? kinds.push({ codec, encodings }) - 1;
      kindNumbers.set(key, kind);
      kindOf[number * columns.length + column] = kind;
      numbers.set(numbersOf(meta as ColumnMetaData, bases[number] as number), placeOf(number, column));
    }
  }

  function placeOf(group: number, column: number): number {
    return (group * columns.length + column) * fields.length;
  }

  function columnOf(group: number, column: number): ColumnChunk {
    const place = placeOf(group, column);
    const [values = 0, uncompressed = 0, compressed = 0, data = 0, dictionary = 0] = numbers.subarray(place);
    const { type, path_in_schema } = columns[column] as ColumnMetaData;
    const base = bases[group] as number;
    const offset = BigInt(base + data);
    return {
      file_offset: offset,
      meta_data: {
        type,
        path_in_schema,
        ...(kinds[kindOf[group * columns.length + column] as number] as (typeof kinds)[number]),
        num_values: BigInt(values),
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(compressed),
        data_page_offset: offset,
        ...(dictionary > 0 && { dictionary_page_offset: BigInt(base + dictionary - 1) }),
      },
    };
  }

  return {
    rows,
    starts,
    metadataOf(group) {
      const start = starts[group] ?? rows;
      const count = BigInt((starts[group + 1] ?? rows) - start);
      const chunks = columns.map((_, column) => columnOf(group, column));
      const size = chunks.reduce((sum, { meta_data: meta }) => sum + (meta?.total_uncompressed_size ?? 0n), 0n);
      return { ...file, num_rows: count, row_groups: [{ columns: chunks, num_rows: count, total_byte_size: size }] };
    },
  };
}

/** Where a column of a row group begins: its dictionary comes first. */
function firstByte({ data_page_offset: data, dictionary_page_offset: dictionary }: ColumnMetaData): number {
  return Number(dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data);
}

/** In the order of `fields`; where the dictionary begins plus one, 0 for none. */
function numbersOf(meta: ColumnMetaData, base: number): number[] {
  const { dictionary_page_offset: dictionary } = meta;
  const numbers = [
    Number(meta.num_values),
    Number(meta.total_uncompressed_size),
    Number(meta.total_compressed_size),
    Number(meta.data_page_offset) - base,
    dictionary === undefined || dictionary <= 0n ? 0 : Number(dictionary) - base + 1,
  ];
  if (numbers.some((value) => !(value >= 0 && value <= 0xffffffff))) throw new Error('A row group is too large.');
  return numbers;
}
