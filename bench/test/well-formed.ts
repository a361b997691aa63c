import { expect } from 'vitest';

const token =
  /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|[^<&]+|&(?:amp|lt|gt|quot|#\d+);/gy;

/** Sees that a text is well-formed XML of one element, and gives how often each element is in it. */
export function expectWellFormed(xml: string): Map<string, number> {
  const open: string[] = [];
  const counts = new Map<string, number>();
  let end = 0;
  let roots = 0;
  token.lastIndex = 0;
  for (let match = token.exec(xml); match; match = token.exec(xml)) {
    end = token.lastIndex;
    const [text, closing, name, attributes = '', alone] = match;
    if (name === undefined) {
      if (open.length === 0) expect(text.trim(), 'text outside of the element').toBe('');
      continue;
    }
    if (closing) {
      expect(name, `${xml.slice(end - 80, end)} closes what is open`).toBe(open.pop());
      continue;
    }
    const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, attribute]) => attribute);
    expect(new Set(names).size, `an attribute of ${text} is there twice`).toBe(names.length);
    if (open.length === 0) roots++;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!alone) open.push(name);
  }
  expect(end, `not well-formed: ${xml.slice(end, end + 80)}`).toBe(xml.length);
  expect(open).toEqual([]);
  expect(roots).toBe(1);
  return counts;
}
