import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, test } from 'vitest';
import { compactRowGroups } from '../src/chunk-store/row-groups.ts';

/** Repeated words get a dictionary, others none; the last row group is smaller. */
function writeFile(rows: number, rowGroupSize: number): ArrayBuffer {
  const numbers = Array.from({ length: rows }, (_, row) => row);
  return parquetWriteBuffer({
    columnData: [
      { name: 'id', data: numbers.map(BigInt), type: 'INT64' },
      { name: 'word', data: numbers.map((row) => `word ${row % 3}`), type: 'STRING' },
      { name: 'text', data: numbers.map((row) => `text ${row}`.repeat(row % 7)), type: 'STRING' },
      {
        name: 'note',
        data: numbers.map((row) => (row % 50 < 40 ? null : `note ${row}`)),
        type: 'STRING',
        nullable: true,
      },
    ],
    rowGroupSize,
  });
}

test('what is kept of the metadata reads each row group as the whole metadata does', async () => {
  const file = writeFile(230, 50);
  const metadata = parquetMetadata(file);
  const groups = compactRowGroups(metadata);
  expect(groups.rows).toBe(230);
  expect(groups.starts).toEqual([0, 50, 100, 150, 200]);
  const all = await parquetReadObjects({ file, metadata });
  expect(all).toHaveLength(230);
  for (const [group, start] of groups.starts.entries()) {
    const rows = await parquetReadObjects({ file, metadata: groups.metadataOf(group) });
    expect(rows).toEqual(all.slice(start, start + 50));
  }
});

test('a file without rows has no row groups', () => {
  expect(compactRowGroups(parquetMetadata(writeFile(0, 50)))).toMatchObject({ rows: 0, starts: [] });
});

test('a file whose row groups differ in their columns is refused', () => {
  const metadata = parquetMetadata(writeFile(100, 50));
  const [first, second] = metadata.row_groups as [(typeof metadata.row_groups)[0], (typeof metadata.row_groups)[0]];
  for (const columns of [second.columns.slice(1), second.columns.toReversed()]) {
    const changed = { ...metadata, row_groups: [first, { ...second, columns }] };
    expect(() => compactRowGroups(changed)).toThrow('different columns');
  }
});
