import type { EngineDescription } from '../engines/load-engine.ts';

/**
 * Whether an index that was made by one description is of use to the other: where it says so, it is made of the same
 * parts. How hard it was worked on is of no matter.
 */
export function isSameMaking(a: EngineDescription, b: EngineDescription): boolean {
  return JSON.stringify(making(a)) === JSON.stringify(making(b));
}

function making(description: EngineDescription): readonly unknown[] {
  if (description.name === 'usearch') {
    const { dimensions, quantization, connectivity } = description.settings;
    return ['usearch', dimensions, quantization, connectivity];
  }
  const { dimensions, factory, probes } = description.settings;
  return ['faiss', dimensions, factory, probes];
}
