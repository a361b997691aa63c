import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CuboError } from '@cubo/contracts';
import { wasmUrl } from '../wasm-url.ts';
import type { Kernels } from './kernels.ts';
import { type WebAssemblyModule, webAssembly } from './web-assembly.ts';

/** Kinds of kernels that are WebAssembly. */
export type CompiledKind = Exclude<Kernels['kind'], 'scalar'>;

const modules = new Map<CompiledKind, WebAssemblyModule | undefined>();

/**
 * The compiled kernels of a kind, or nothing where the engine does not have its instructions. They are read and compiled
 * once in a process.
 */
export function kernelModule(kind: CompiledKind): WebAssemblyModule | undefined {
  if (!modules.has(kind)) modules.set(kind, compile(kind));
  return modules.get(kind);
}

function compile(kind: CompiledKind): WebAssemblyModule | undefined {
  const engine = webAssembly();
  if (engine === undefined) return undefined;
  const code = readCode(kind);
  return engine.validate(code) ? new engine.Module(code) : undefined;
}

function readCode(kind: CompiledKind): Uint8Array {
  const path = fileURLToPath(wasmUrl(`kernels.${kind}`));
  try {
    return readFileSync(path);
  } catch (error) {
    throw missingCode(path, error);
  }
}

function missingCode(path: string, cause: unknown): CuboError {
  return new CuboError({
    code: 'CUBO_PATH_NOT_FOUND',
    message: `The compiled kernels of the vector index cannot be read: ${path}.`,
    remedy:
      'Build the packages (npm run build) in a checkout of Cubo; elsewhere install @cubo/index-tiered again, and leave it out of bundles.',
    path,
    cause,
  });
}
