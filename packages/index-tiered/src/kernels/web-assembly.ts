/** What is used of WebAssembly's JavaScript interface, which the type definitions of Node.js leave out. */
export interface WebAssemblyInterface {
  validate(code: Uint8Array): boolean;
  Module: new (code: Uint8Array) => WebAssemblyModule;
  Instance: new (module: WebAssemblyModule, imports: { env: { memory: WebAssemblyMemory } }) => { exports: unknown };
  /** In pages of 64 KiB. Throws a `RangeError` where there is no room for it. */
  Memory: new (limits: {
    initial: number;
  }) => WebAssemblyMemory;
}

/** Compiled code, without memory. */
export type WebAssemblyModule = object;

export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  /** Adds pages of 64 KiB. Throws a `RangeError` where there is no room for them. */
  grow(pages: number): number;
}

/** The engine's WebAssembly. Some have none: `node --jitless`. */
export function webAssembly(): WebAssemblyInterface | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyInterface }).WebAssembly;
}
