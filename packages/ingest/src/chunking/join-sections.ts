import type { Locator, Section } from '@cubo/contracts';

/**
 * Joins neighbouring sections of prose that together fit into one chunk, so that short paragraphs which an extractor
 * yields one by one do not become chunks of a few words. Only sections that touch each other in the document text are
 * joined, and only under the same headings and on the same page or slide, so that text and offsets stay exact.
 */
export async function* joinSections(
  sections: AsyncIterable<Section>,
  maximumCharacters: number,
): AsyncGenerator<Section> {
  if (maximumCharacters === Infinity) {
    yield* sections;
    return;
  }
  let pending: Section | undefined;
  for await (const section of sections) {
    const joined = pending && join(pending, section, maximumCharacters);
    if (pending && !joined) yield pending;
    pending = joined ?? section;
  }
  if (pending) yield pending;
}

function join(first: Section, second: Section, maximumCharacters: number): Section | undefined {
  if (first.kind !== 'prose' || second.kind !== 'prose' || first.locator.end !== second.locator.start) return undefined;
  if (first.text.length + second.text.length > maximumCharacters || first.context !== second.context) return undefined;
  if (!samePath(first.heading ?? [], second.heading ?? [])) return undefined;
  const locator = joinLocators(first.locator, second.locator);
  return locator && { ...first, text: first.text + second.text, locator };
}

function joinLocators(first: Locator, second: Locator): Locator | undefined {
  const { end } = second;
  if (first.kind === 'lines' && second.kind === 'lines')
    return { ...first, lines: [first.lines[0], second.lines[1]], end };
  if (first.kind === 'heading' && second.kind === 'heading' && samePath(first.path, second.path))
    return { ...first, end };
  if (first.kind === 'slide' && second.kind === 'slide' && first.slide === second.slide) return { ...first, end };
  if (first.kind === 'characters' && second.kind === 'characters') return { ...first, end };
  if (first.kind === 'page' && second.kind === 'page' && first.page === second.page && !first.box && !second.box)
    return { ...first, end };
  return undefined;
}

function samePath(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((name, index) => name === second[index]);
}
