const objects = new WeakMap<object, object>();

/** Remembers which object of the host's own another one stands for, one that bounds its methods. */
export function standFor(bounded: object, model: object): void {
  objects.set(bounded, model);
}

/** The object of the host's own that an object stands for: itself where it stands for none. */
export function objectBehind(model: object): object {
  return objects.get(model) ?? model;
}
