import type { Locator, Section } from '@cubo/contracts';

/** How {@link joinSections} joins. */
export interface JoinSectionsOptions {
  /** The most that a chunk may have, as `length` measures it. */
  readonly maximum: number;
  readonly length: (text: string) => number;
}

/** A text below this share of the maximum is small: it may go with the table or the code that follows. */
const smallShare = 0.25;
/** Extractors that make the document text themselves divide their sections by that many line breaks at most. */
const widestGap = 2;

/**
 * Joins neighbouring sections that together fit into one chunk, so that short paragraphs which an extractor yields one
 * by one do not become chunks of a few words, and gives a small text that leads to a table or to code into the same
 * section. Only sections under the same headings and on the same page or slide are joined, and only where the text
 * between them is known, so that text and offsets stay exact.
 */
export async function* joinSections(
  sections: AsyncIterable<Section>,
  options: JoinSectionsOptions,
): AsyncGenerator<Section> {
  if (options.maximum === Infinity) {
    yield* sections;
    return;
  }
  let pending: Section | undefined;
  for await (const section of sections) {
    const joined = pending && join(pending, section, options);
    if (pending && !joined) yield pending;
    pending = joined ?? section;
  }
  if (pending) yield pending;
}

function join(first: Section, second: Section, { maximum, length }: JoinSectionsOptions): Section | undefined {
  if (first.kind !== 'prose' || !samePath(first.heading ?? [], second.heading ?? [])) return undefined;
  const gap = gapBetween(first, second);
  if (gap === undefined) return undefined;
  const shift = first.text.length + gap.length;
  if (second.kind === 'prose') {
    if (first.context !== second.context) return undefined;
    if (length(first.text) + length(second.text) > maximum) return undefined;
  } else {
    // What a table repeats on each chunk is its own; a text that has a context of its own stays what it is.
    if (first.context !== undefined || second.kind === 'slide') return undefined;
    if (first.text.trim() === '' || length(first.text) > maximum * smallShare) return undefined;
  }
  const locator = joinLocators(first.locator, second.locator);
  if (locator === undefined) return undefined;
  return {
    ...second,
    text: first.text + gap + second.text,
    locator,
    ...(second.rowStarts && { rowStarts: [0, ...second.rowStarts.map((start) => start + shift)] }),
    ...((first.boxes || second.boxes) && {
      boxes: [
        ...(first.boxes ?? []),
        ...(second.boxes ?? []).map((box) => ({ ...box, start: box.start + shift, end: box.end + shift })),
      ],
    }),
  };
}

/**
 * The text between two sections: nothing where they touch, line breaks where the extractor made the document text. In a
 * file that is its own document text anything may stand there: such sections end with their line break, or have others
 * than a made text.
 */
function gapBetween(first: Section, second: Section): string | undefined {
  const gap = second.locator.start - first.locator.end;
  if (gap === 0) return '';
  if (gap < 0 || gap > widestGap || first.locator.kind === 'lines' || first.locator.kind === 'rows') return undefined;
  const isOfFile = first.text.endsWith('\n') || first.text.includes('\r') || second.text.includes('\r');
  return isOfFile ? undefined : '\n'.repeat(gap);
}

function joinLocators(first: Locator, second: Locator): Locator | undefined {
  const { end } = second;
  if (!samePath(first.member ?? [], second.member ?? [])) return undefined;
  if (first.kind === 'lines' && second.kind === 'lines')
    return { ...first, lines: [first.lines[0], second.lines[1]], end };
  if (first.kind === 'heading' && second.kind === 'heading' && samePath(first.path, second.path))
    return { ...first, end };
  if (first.kind === 'slide' && second.kind === 'slide' && first.slide === second.slide) return { ...first, end };
  if (first.kind === 'time' && second.kind === 'time')
    return { ...first, seconds: [first.seconds[0], second.seconds[1]], end };
  if (first.kind === 'characters' && second.kind === 'characters') return { ...first, end };
  if (first.kind === 'page' && second.kind === 'page' && first.page === second.page) return joinPages(first, second);
  return undefined;
}

/** Boxes are made from those of the sections again; what two readings are as sure of is one place. */
function joinPages(
  first: Extract<Locator, { kind: 'page' }>,
  second: Extract<Locator, { kind: 'page' }>,
): Locator | undefined {
  if (first.confidence !== second.confidence) return undefined;
  const { box: _, ...place } = first;
  return { ...place, end: second.end };
}

function samePath(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((name, index) => name === second[index]);
}
