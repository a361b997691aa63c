/**
 * A compiled WebAssembly module of this package; `assembly` holds its source, the build writes it. This file lies one
 * folder below the package, as the built files do, into one of which it goes.
 */
export function wasmUrl(name: string): URL {
  return new URL(`../dist/${name}.wasm`, import.meta.url);
}
