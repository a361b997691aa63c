import { indexCorrupt } from '@cubo/library';
import type { FieldWriter } from './encode-fields.ts';
import type { HeaderCursor } from './header-cursor.ts';

/** Writes the sizes of lists as FAISS does: all of them, or those of the lists that hold something if these are few. */
export function writeListSizes(field: FieldWriter, sizes: ArrayLike<number>): void {
  const filled = Array.from(sizes).flatMap((size, list) => (size > 0 ? [list] : []));
  const full = filled.length > Math.floor(sizes.length / 2);
  const numbers = full ? Array.from(sizes) : filled.flatMap((list) => [list, sizes[list] as number]);
  field.code(full ? 'full' : 'sprs');
  field.uint64(numbers.length);
  field.uint64s(numbers);
}

/** Reads the sizes of lists in either form. */
export async function readListSizes(cursor: HeaderCursor, lists: number, path: string): Promise<Float64Array> {
  const contradiction = 'has list sizes that contradict its header';
  const fields = await cursor.fields(12);
  const form = fields.code();
  const count = fields.uint64('number of list sizes');
  if (form === 'full') {
    if (count !== lists) throw indexCorrupt(path, contradiction);
    return cursor.uint64s(count, 'list sizes');
  }
  if (form !== 'sprs') throw indexCorrupt(path, `has list sizes in the unknown form ${JSON.stringify(form)}`);
  if (count % 2 !== 0 || count > 2 * lists) throw indexCorrupt(path, contradiction);
  const pairs = await cursor.uint64s(count, 'list sizes');
  const sizes = new Float64Array(lists);
  let last = -1;
  for (let i = 0; i < count; i += 2) {
    const list = pairs[i] as number;
    if (list <= last || list >= lists) throw indexCorrupt(path, contradiction);
    sizes[list] = pairs[i + 1] as number;
    last = list;
  }
  return sizes;
}
