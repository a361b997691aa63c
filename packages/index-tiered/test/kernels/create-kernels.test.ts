import { readFileSync } from 'node:fs';
import { isCuboError } from '@cubo/contracts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createKernels } from '../../src/kernels/create-kernels.ts';
import { whileReserved } from '../../src/kernels/while-reserved.ts';
import { wasmUrl } from '../../src/wasm-url.ts';

const kinds = ['scalar', 'simd', 'relaxed-simd'] as const;

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return undefined;
}

test('the fastest kind is taken', () => {
  expect(createKernels().kind).toBe('relaxed-simd');
});

describe('in an engine', () => {
  /** `createKernels` in a process whose WebAssembly is another. */
  async function within(engine: object | undefined): Promise<typeof createKernels> {
    vi.stubGlobal('WebAssembly', engine);
    vi.resetModules(); // what the engine can is found out once
    const { createKernels: fresh } = await import('../../src/kernels/create-kernels.ts');
    return fresh;
  }

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const { WebAssembly } = globalThis as unknown as { WebAssembly: { validate(code: Uint8Array): boolean } };

  test('without relaxed SIMD the others are taken', async () => {
    const relaxed = readFileSync(wasmUrl('kernels.relaxed-simd'));
    const validate = (code: Uint8Array) => !relaxed.equals(code) && WebAssembly.validate(code);
    const create = await within(Object.assign(Object.create(WebAssembly), { validate }));
    expect(create().kind).toBe('simd');
    expect(thrownBy(() => create({ kind: 'relaxed-simd' }))).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
  });

  test('without SIMD or WebAssembly the scalar ones are taken', async () => {
    for (const engine of [Object.assign(Object.create(WebAssembly), { validate: () => false }), undefined]) {
      const create = await within(engine);
      expect(create().kind).toBe('scalar');
      expect(thrownBy(() => create({ kind: 'simd' }))).toMatchObject({ code: 'CUBO_BAD_ARGUMENT' });
    }
  });

  test('that gives no memory, it says so', async () => {
    class Memory {
      constructor() {
        throw new RangeError('could not allocate memory');
      }
    }
    const create = await within(Object.assign(Object.create(WebAssembly), { Memory }));
    expect(thrownBy(() => create())).toMatchObject({ code: 'CUBO_MEMORY_EXCEEDED' });
  });
});

describe.each(kinds)('memory of %s kernels', (kind) => {
  test('reserves aligned places that do not overlap, with a margin behind, and keeps what was written', () => {
    const { memory } = createKernels({ kind });
    const places: { offset: number; size: number }[] = [];
    let last = 0;
    for (const size of [1, 0, 16, 3, 65_536, 1_000_000, 7, 100_000]) {
      const offset = memory.reserve(size);
      expect(offset % 16).toBe(0);
      expect(offset).toBeGreaterThanOrEqual(last);
      expect(memory.used).toBe(offset + size);
      expect(memory.bytes(offset, size + 16).length).toBe(size + 16);
      memory.bytes(offset, size).fill(places.length + 1);
      last = offset + size;
      places.push({ offset, size });
    }
    for (const [i, { offset, size }] of places.entries()) {
      expect(memory.bytes(offset, size).every((byte) => byte === i + 1)).toBe(true);
    }
  });

  test('what is given up is the place of what is reserved next, and what was there before stays', () => {
    const { memory } = createKernels({ kind });
    const kept = memory.reserve(100);
    memory.bytes(kept, 100).fill(1);
    const { used } = memory;
    const given = memory.reserve(1_000_000);
    const { byteLength } = memory.bytes(0, 0).buffer;
    memory.rewind(used);
    expect(memory.used).toBe(used);
    expect(memory.reserve(1_000_000)).toBe(given);
    expect(memory.bytes(given, 1_000_000).fill(2).buffer.byteLength).toBe(byteLength);
    expect(memory.bytes(kept, 100).every((byte) => byte === 1)).toBe(true);
    for (const none of [memory.used + 1, -1, Number.NaN]) expect(() => memory.rewind(none)).toThrow(RangeError);
  });

  test('what work has reserved is given up when it is done, or fails', async () => {
    const { memory } = createKernels({ kind });
    memory.reserve(100);
    const { used } = memory;
    expect(await whileReserved(memory, async () => memory.reserve(50))).toBeGreaterThanOrEqual(used);
    expect(memory.used).toBe(used);
    const failing = async () => {
      memory.reserve(50);
      throw new Error('failed');
    };
    await expect(whileReserved(memory, failing)).rejects.toThrow('failed');
    expect(memory.used).toBe(used);
  });

  test('belongs to one set of kernels', () => {
    const [first, second] = [createKernels({ kind }), createKernels({ kind })];
    const offset = first.memory.reserve(4);
    expect(second.memory.reserve(4)).toBe(offset);
    first.memory.uint32(offset, 1)[0] = 7;
    expect(second.memory.uint32(offset, 1)[0]).toBe(0);
    expect(first.memory.uint32(offset, 1)[0]).toBe(7);
  });

  test('views are of one memory, and none reaches beyond its end', () => {
    const { memory } = createKernels({ kind });
    const offset = memory.reserve(16);
    memory.uint32(offset, 1)[0] = 0xbf80_ff80; // little-endian
    expect([...memory.bytes(offset, 4)]).toEqual([0x80, 0xff, 0x80, 0xbf]);
    expect([...memory.int8(offset + 1, 2)]).toEqual([-1, -128]);
    expect([...memory.int16(offset, 1)]).toEqual([-128]);
    expect(memory.float32(offset, 1)[0]).toBeCloseTo(-1.0078, 4);
    for (const view of [memory.bytes, memory.int8, memory.int16, memory.uint32, memory.float32]) {
      expect(() => view(offset, 2 ** 32)).toThrow(RangeError);
      expect(() => view(2 ** 33, 1)).toThrow(RangeError);
    }
  });

  test('stops at its limit, and goes on with what fits', () => {
    const { memory } = createKernels({ kind, memoryLimitBytes: 1_000_000 });
    memory.reserve(900_000);
    const error = thrownBy(() => memory.reserve(100_000));
    expect(isCuboError(error, 'CUBO_MEMORY_EXCEEDED')).toBe(true);
    expect(String(error)).toMatch(/needs 1\.0 MiB .* may use 1\.0 MiB\. Give it a larger memory budget/);
    expect(memory.used).toBe(900_000);
    const offset = memory.reserve(90_000);
    expect(memory.bytes(offset, 90_000).length).toBe(90_000);
  });

  test('does not take more in advance than its limit', () => {
    const limit = 10 * 2 ** 20;
    const { memory } = createKernels({ kind, memoryLimitBytes: limit });
    memory.reserve(9.5 * 2 ** 20);
    memory.reserve(2 ** 18);
    expect(() => memory.bytes(0, limit + 1)).toThrow(RangeError);
  });

  test('refuses what no offset can address, and sizes that are none', () => {
    const { memory } = createKernels({ kind });
    expect(
      isCuboError(
        thrownBy(() => memory.reserve(2 ** 32 - 15)),
        'CUBO_MEMORY_EXCEEDED',
      ),
    ).toBe(true);
    for (const size of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => memory.reserve(size)).toThrow(RangeError);
    }
    expect(memory.used).toBe(0);
  });
});
