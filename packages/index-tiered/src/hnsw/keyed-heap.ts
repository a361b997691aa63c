/** A binary heap of numbers in the order of their keys, the least key on top. It grows as needed and never shrinks. */
export interface KeyedHeap {
  keys: Float32Array;
  values: Uint32Array;
  size: number;
}

/** Makes an empty heap. */
export function keyedHeap(capacity: number): KeyedHeap {
  return { keys: new Float32Array(capacity), values: new Uint32Array(capacity), size: 0 };
}

/** Adds a value. */
export function pushKeyed(heap: KeyedHeap, key: number, value: number): void {
  if (heap.size === heap.keys.length) grow(heap);
  const { keys, values } = heap;
  let child = heap.size++;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if ((keys[parent] as number) <= key) break;
    keys[child] = keys[parent] as number;
    values[child] = values[parent] as number;
    child = parent;
  }
  keys[child] = key;
  values[child] = value;
}

/** Puts a value in the place of the one on top. */
export function replaceTop(heap: KeyedHeap, key: number, value: number): void {
  const { keys, values, size } = heap;
  let parent = 0;
  for (;;) {
    let child = 2 * parent + 1;
    if (child >= size) break;
    if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
    if ((keys[child] as number) >= key) break;
    keys[parent] = keys[child] as number;
    values[parent] = values[child] as number;
    parent = child;
  }
  keys[parent] = key;
  values[parent] = value;
}

/** Removes the value on top. */
export function popTop(heap: KeyedHeap): void {
  const last = --heap.size;
  if (last > 0) replaceTop(heap, heap.keys[last] as number, heap.values[last] as number);
}

/** Empties the heap; what it held lies in the first places of its arrays from there on, the largest key first. */
export function drainDescending(heap: KeyedHeap): number {
  const { keys, values } = heap;
  const count = heap.size;
  while (heap.size > 0) {
    const key = keys[0] as number;
    const value = values[0] as number;
    popTop(heap);
    keys[heap.size] = key;
    values[heap.size] = value;
  }
  return count;
}

function grow(heap: KeyedHeap): void {
  const capacity = Math.max(16, 2 * heap.size);
  const keys = new Float32Array(capacity);
  const values = new Uint32Array(capacity);
  keys.set(heap.keys);
  values.set(heap.values);
  heap.keys = keys;
  heap.values = values;
}
