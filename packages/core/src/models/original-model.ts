const originals = new WeakMap<object, object>();

/** Remembers that a model stands for another one, of which there may be only one in memory. */
export function rememberOriginal(standIn: object, original: object): void {
  originals.set(standIn, original);
}

/** The object of the host's own that a model stands for: itself unless another one was remembered. */
export function originalOf(model: object): object {
  return originals.get(model) ?? model;
}
