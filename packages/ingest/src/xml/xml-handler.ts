/**
 * The attributes of an element: each by its name without a prefix, and those with a prefix by their whole name as well.
 * Where two differ in the prefix alone, the short name means the one without a prefix, else the first; see
 * `prefixedAttribute` for the other.
 */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Hears of what stands in an XML document, in its order. Names come without a prefix. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void;
  /** A part of a text; one text may come in several parts. Entities are decoded, line ends are `\n`. */
  text?(text: string): void;
  close?(name: string): void;
}

/** An attribute that has a prefix, whatever the prefix: in `<sldId id="256" r:id="rId2"/>`, `id` means `rId2`. */
export function prefixedAttribute(attributes: XmlAttributes, name: string): string | undefined {
  for (const key in attributes)
    if (key.endsWith(name) && key[key.length - name.length - 1] === ':') return attributes[key];
  return undefined;
}
